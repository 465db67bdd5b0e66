/** What is out of reach while something lies over it: the page, and layers below the topmost. */
const stack: HTMLElement[] = [];
let isAwaited = false;

function apply(): void {
  const page = document.getElementById('root');
  if (page !== null) page.inert = stack.length > 0 || isAwaited;
  stack.forEach((element, index) => {
    element.inert = isAwaited || index < stack.length - 1;
  });
}

/** Puts a layer over everything else; the answer takes it away. */
export function coverPage(layer: HTMLElement): () => void {
  stack.push(layer);
  apply();
  return () => {
    stack.splice(stack.indexOf(layer), 1);
    layer.inert = true;
    apply();
  };
}

/** A layer that is there within this time covers the page itself. */
const AWAITED_MS = 100;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * While a layer is on its way nothing else can be reached: from a tenth of a second on, since telling a whole page
 * that it is out of reach takes a slow machine longer than it has to answer a key press, and the layer itself does it
 * when it comes. The keys are held from the first moment (`waiting.ts`).
 */
export function awaitLayer(isOnItsWay: boolean): void {
  clearTimeout(timer);
  if (!isOnItsWay) {
    isAwaited = false;
    apply();
    return;
  }
  timer = setTimeout(() => {
    isAwaited = true;
    apply();
  }, AWAITED_MS);
}
