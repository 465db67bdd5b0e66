/**
 * Keeps `--keyboard` of the page at the height in px that an on-screen keyboard covers, so that what stands at the bottom
 * of the window stays above it. Where the window itself shrinks for the keyboard it stays 0. Answers what ends it.
 */
export function watchKeyboardRoom(): () => void {
  const shown = window.visualViewport;
  if (shown === null) return () => undefined;
  const update = (): void => {
    // an enlarged page covers nothing
    const covered = shown.scale > 1.01 ? 0 : window.innerHeight - shown.height - shown.offsetTop;
    document.documentElement.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`);
  };
  update();
  shown.addEventListener('resize', update);
  shown.addEventListener('scroll', update);
  return () => {
    shown.removeEventListener('resize', update);
    shown.removeEventListener('scroll', update);
    document.documentElement.style.removeProperty('--keyboard');
  };
}
