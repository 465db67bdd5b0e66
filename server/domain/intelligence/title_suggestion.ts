import { textLimits } from '../../../contract/limits.ts';
import { cutAtWord, oneLine } from '../../../contract/text_cut.ts';
import { contentWords, isStopWord, tokenise } from './words.ts';

/** Openings that say that something is wished, not what; longest first, one after another. */
const OPENINGS = [
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))(?: (?:all|team|there|everyone|folks|everybody|[A-Z][\p{L}]+)){0,2}\s*[,!.:–-]+\s*/iu,
  /^(?:first of all|to be honest|honestly|in general|generally|personally|currently|right now|at the moment|for us|for me|also|and|but|so|well|ok(?:ay)?|yes|no|\+1|p\.?s\.?)\s*[,:.–-]?\s+/iu,
  /^(?:thanks|thank you|many thanks|great (?:product|tool|work|job))[^,.!]{0,60}[,.!–-]+\s*(?:but\s+)?/iu,
  /^(?:i|we|our team|my team|our users|my users|customers|users)(?: (?:would|'d|really|also|all|still|just|often|sometimes|definitely|desperately|badly|urgently|very much))* (?:like|love|need|want|wish|hope|prefer|appreciate|request|suggest|propose|miss|ask for)(?: (?:it|if|that|for|to (?:have|see|get)|there (?:was|were|to be)))*\s+/iu,
  /^(?:it|this|that) (?:would|will|could|should|might)(?: (?:really|also|just|probably|definitely))* (?:be|help|make|save)(?: (?:\p{L}+)){0,3}? (?:if|to|when)(?: (?:we|you|i|one|the team|users|there) (?:could|can|would|were able to|had|was|were))?(?: (?:have|be able to|get))?\s+/iu,
  /^(?:please|pls|kindly)(?: (?:can|could|would) you)?(?: (?:please|also|just))?(?: (?:consider|think about|look into))?\s+/iu,
  /^(?:(?:can|could|would|will) (?:you|we)|is it possible|is there (?:a|any) (?:way|chance|plan|option)|any (?:chance|plans?)|would it be possible|how about|what about|why (?:can't|cannot|can) (?:we|i|you))(?: (?:please|also|just))?(?: (?:to|for|of|that|have|get|be able to))*\s+/iu,
  /^(?:be able to|able to|the ability to|ability to|the option to|an option to|the possibility to|a way to|way to)\s+/iu,
];

/** Words that a title may not end with; it would sound cut off. */
const BAD_ENDS = new Set(
  'because since while although though before after until unless about into onto over under between also just very really e.g i.e etc please'.split(
    ' ',
  ),
);

/** Sentences of thanks, apology and small talk: true when there is little else in them. */
const SMALL_TALK =
  /^(?:thanks|thank you|cheers|best|regards|kind regards|sorry|keep up|just my|hope this|let me know|see (?:above|below|attached|screenshot)|love (?:it|this)|great|awesome|agree|same here|this\b.{0,12}$)/iu;

/** The text without openings. Stops when nothing comes off any more. */
function withoutOpening(text: string): string {
  let rest = text;
  for (let changed = true; changed;) {
    changed = false;
    for (const opening of OPENINGS) {
      const shorter = rest.replace(opening, '');
      // An opening with nothing behind it is the statement itself.
      if (shorter !== rest && contentWords(shorter).length >= 2) {
        rest = shorter;
        changed = true;
      }
    }
  }
  return rest;
}

/** Without such signs at its end. One walk: an expression for a run at the end begins again at each sign inside. */
function withoutBehind(text: string, sign: RegExp): string {
  let end = text.length;
  while (end > 0 && sign.test(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

/** Sentences of a text, and their parts at dashes, semicolons and brackets when they are long. */
function clausesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?…])\s+|\n+|\s[–—-]\s|[;•]\s*/u)
    .map((part) =>
      withoutBehind(oneLine(part).replace(/^[\s"'“”‘’*>#()[\]{}.,:!?–—-]+/u, ''), /[\s"'“”‘’*,:;.!?…–—-]/u),
    )
    .filter((part) => part !== '');
}

/**
 * How much a clause tells: its words weighted by how often the whole text comes back to them. Long
 * ones gain little more; earlier ones win a tie, since people say first what they want.
 */
function weightOf(clause: string, counts: ReadonlyMap<string, number>, position: number): number {
  const stems = new Set(contentWords(clause).map(({ stem }) => stem));
  let sum = 0;
  for (const stem of stems) sum += 1 + Math.log(counts.get(stem) ?? 1);
  const words = tokenise(clause).length;
  const tooLong = words > 24 ? (words - 24) * 0.25 : 0;
  const smallTalk = SMALL_TALK.test(clause) ? 4 : 0;
  return Math.min(sum, 9) - tooLong - smallTalk - position * 0.6;
}

/** Without words at the end that would leave the title hanging. */
function withoutBadEnd(text: string): string {
  let result = text;
  for (;;) {
    const match = /^(.*\S)[\s,;:–—-]+(\S+)$/su.exec(result);
    const last = match?.[2]?.toLowerCase().replace(/[^\p{L}.]/gu, '') ?? '';
    if (!match?.[1] || !(isStopWord(last) || BAD_ENDS.has(last))) return result;
    result = withoutBehind(match[1], /[\s,;:–—-]/u);
  }
}

/**
 * A title for an idea made from a comment (DEC-123): the clause that tells most, without greeting
 * and "it would be great if", cut at a word border, not ending in a word that leaves it hanging,
 * first letter in upper case. Made here, without any outside service.
 *
 * @param text plain text
 * @param maxCharacters length of a title unless said otherwise
 * @returns empty when the text holds no word
 */
export function suggestTitle(text: string, maxCharacters: number = textLimits.ideaTitleCharacters): string {
  const plain = text.slice(0, textLimits.ideaBodyCharacters);
  const counts = new Map<string, number>();
  for (const { stem } of contentWords(plain)) counts.set(stem, (counts.get(stem) ?? 0) + 1);

  let best = '';
  let bestWeight = -Infinity;
  clausesOf(plain).forEach((clause, position) => {
    const core = withoutOpening(clause);
    const weight = weightOf(core, counts, position);
    if (weight > bestWeight && tokenise(core).length > 0) {
      best = core;
      bestWeight = weight;
    }
  });
  if (best === '') return '';

  const isCut = [...best].length > maxCharacters;
  const cut = cutAtWord(best, maxCharacters);
  const title = withoutBehind(isCut ? withoutBadEnd(cut) : cut, /[\s"“”*,:;.!?…–—-]/u);
  const [first = '', ...rest] = [...title];
  return first.toLocaleUpperCase('en') + rest.join('');
}
