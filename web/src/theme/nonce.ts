import { setNonce } from 'get-nonce';

/**
 * The nonce that the server wrote into this page (requirement of the content security policy:
 * a style element without it is refused). Empty in development, where there is no policy.
 */
export function pageNonce(): string {
  const element = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return element?.nonce ?? '';
}

/**
 * Hands the page's nonce to the libraries that add style elements by themselves and look for it
 * in the shared `get-nonce` package (the scroll lock of the kit's drawers and menus).
 */
export function provideNonce(): void {
  const nonce = pageNonce();
  if (nonce !== '') setNonce(nonce);
}
