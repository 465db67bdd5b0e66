declare module 'wink-sentiment' {
  interface Token {
    value: string;
    tag: string;
    /** of a word that says how somebody feels, from -5 to 5 */
    score?: number;
  }
  /** @returns scores from -5 to 5; without words, no tokens */
  export default function sentiment(text: string): {
    score: number;
    normalizedScore: number;
    tokenizedPhrase?: Token[];
  };
}
