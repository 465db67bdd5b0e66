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

/** While a layer is on its way nothing else can be reached. */
export function awaitLayer(isOnItsWay: boolean): void {
  isAwaited = isOnItsWay;
  apply();
}
