/** Where a sign-in leads when nothing else was asked for. */
export const defaultAddress = '/admin-console';

/**
 * The address to go to after signing in: `wanted` when it is a path of this
 * site, else the console. Anything that leaves the site is refused, also in its
 * disguises (`//host`, `/\host`, `https:host`), and so is the sign-in page
 * itself, which would go in a circle.
 *
 * @param wanted value of `return_to`; null when there is none
 * @param origin of the page, e.g. `https://demo.example.com`
 */
export function safeReturnTo(wanted: string | null, origin: string): string {
  if (wanted === null || !wanted.startsWith('/')) return defaultAddress;
  let url: URL;
  try {
    url = new URL(wanted, origin);
  } catch {
    return defaultAddress;
  }
  if (url.origin !== origin || url.pathname.startsWith('/admin/signin') || url.pathname === '/admin/logout')
    return defaultAddress;
  const address = url.pathname + url.search + url.hash;
  // `/.//host` resolves to a path that a browser would read as a host
  return address.startsWith('//') ? defaultAddress : address;
}
