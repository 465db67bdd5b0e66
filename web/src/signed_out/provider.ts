/** What people of the workspace sign in through besides passwords, as the page carries it. */
export interface ShownProvider {
  name: string;
  /** passwords sign in owners alone */
  is_required: boolean;
}

/** The provider that the sign-in page was sent with; null: there is none. Read here, since only this page asks for it. */
export function signInProvider(): ShownProvider | null {
  const text = document.getElementById('earshot-env')?.textContent ?? '{}';
  const { sign_in_provider: given } = JSON.parse(text) as { sign_in_provider?: ShownProvider };
  return given ?? null;
}
