/** True when the user asked the system for less motion. */
export function prefersReducedMotion(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The duration to wait for a transition: as given, or 0 when the user asked for less motion. */
export function motionMs(durationMs: number): number {
  return prefersReducedMotion() ? 0 : durationMs;
}
