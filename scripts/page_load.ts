import { gzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright-core';

/** So long after a page has been loaded nothing may be loaded ahead. */
const AFTER_LOAD_MS = 2_000;

/** What a browser asked for until two seconds after a page was loaded: how often, and how much of it, in bytes. */
export type PageLoad = { requests: number; bytes: number; files: { path: string; bytes: number }[] };

/**
 * Opens a page as the first visit does and counts what it asks for, all kinds but pictures of people. Texts count as
 * gzip packs them (level 9), pictures and fonts as they are. A stream that stays open counts as a request.
 *
 * @param page of a context without anything cached, no one touches it meanwhile
 */
export async function loadPage(page: Page, url: string): Promise<PageLoad> {
  const asked: { request: Request; atMs: number; body: Promise<Buffer | null> }[] = [];
  page.on('request', (request) => {
    // pictures of people come from elsewhere
    if (request.resourceType() === 'image' && new URL(request.url()).origin !== new URL(url).origin) return;
    asked.push({ request, atMs: Date.now(), body: bodyOf(request) });
  });
  await page.goto(url, { waitUntil: 'load' });
  const loadedAtMs = await page.evaluate(
    () =>
      performance.timeOrigin +
      (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).loadEventStart,
  );
  await page.waitForTimeout(AFTER_LOAD_MS + 500);
  const until = loadedAtMs + AFTER_LOAD_MS;
  const counted = asked.filter(
    ({ request, atMs }) => (request.timing().startTime > 0 ? request.timing().startTime : atMs) < until,
  );
  const files = await Promise.all(
    counted.map(async ({ request, body }) => {
      const content = await Promise.race([body, page.waitForTimeout(200).then(() => null)]);
      const isText = !['font', 'image', 'media'].includes(request.resourceType());
      return {
        path: new URL(request.url()).pathname,
        bytes: content === null ? 0 : isText ? gzipSync(content, { level: 9 }).length : content.length,
      };
    }),
  );
  return { requests: counted.length, bytes: files.reduce((sum, file) => sum + file.bytes, 0), files };
}

/** Null for what has no body or never ends. */
async function bodyOf(request: Request): Promise<Buffer | null> {
  try {
    return (await (await request.response())?.body()) ?? null;
  } catch {
    return null;
  }
}
