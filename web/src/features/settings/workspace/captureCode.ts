import { captureAddress } from '../../../host/addresses.ts';

/** Most characters of a selection that go into an address. */
const SELECTED = 4000;

/**
 * The address of a bookmark that opens the form for feedback with what is selected on the page, and the page's address.
 * @param origin of the console
 */
export function captureCode(origin: string): string {
  const address = JSON.stringify(`${origin}${captureAddress()}`);
  return `javascript:(()=>{const q=new URLSearchParams({text:String(getSelection()).slice(0,${String(SELECTED)}),source:location.href});open(${address}+'?'+q,'_blank','width=560,height=820')})()`;
}
