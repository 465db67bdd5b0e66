/**
 * Development: `npm run dev`. The server starts again when one of its files changes, the console changes in the open
 * page, and each statement is checked for its workspace, as in the tests.
 *
 * One address for both: this process serves the console's sources through Vite and passes everything else on to the
 * server (scripts/dev_server.ts). Pages come from the server, too, so that signing in, redirects and what a page
 * brings along are those of the product.
 */
import { spawn } from 'node:child_process';
import { createServer, request as ask } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createPlainServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer as createVite } from 'vite';
import { ASSET_BASE } from '../web/build/page.ts';
import { generateDocumentTypes } from './codegen.ts';

const ROOT = join(import.meta.dirname, '..');
const port = Number(process.env['PORT'] ?? 8080);

/** For the server behind, which no one opens by hand. */
async function freePort(): Promise<number> {
  const server = createPlainServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: free } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return free;
}

// types for the editor, and what each document's answer depends on
if ((await generateDocumentTypes()) !== 0) process.exit(1);

const serverPort = await freePort();
const front = createServer();
const vite = await createVite({
  configFile: join(ROOT, 'web/vite.config.ts'),
  appType: 'custom',
  server: { middlewareMode: true, hmr: { server: front } },
});

/** Sends a page of the server; what it is made of comes from Vite, whose scripts stand in it without a nonce. */
async function sendPage(url: string, answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const { 'content-security-policy': _policy, 'content-length': _length, ...headers } = answer.headers;
  const html = Buffer.concat(await answer.toArray()).toString();
  const page = html.includes('/src/app/') ? await vite.transformIndexHtml(url, html) : html;
  response.writeHead(answer.statusCode ?? 200, headers).end(page);
}

function passOn(request: IncomingMessage, response: ServerResponse): void {
  // what is not compressed can be read here
  const headers = { ...request.headers, 'accept-encoding': 'identity' };
  const onward = ask(
    { host: '127.0.0.1', port: serverPort, method: request.method, path: request.url, headers },
    (answer) => {
      if (answer.headers['content-type']?.startsWith('text/html') === true) {
        sendPage(request.url ?? '/', answer, response).catch((error: unknown) =>
          response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error)),
        );
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  onward.on('error', () => {
    if (!response.headersSent) response.writeHead(503, { 'content-type': 'text/html', refresh: '1' });
    response.end('The server is starting. This page loads itself again.\n');
  });
  request.pipe(onward);
  response.on('close', () => onward.destroy());
}

front.on('request', (request, response) => {
  if (request.url?.startsWith(ASSET_BASE) === true) vite.middlewares(request, response);
  else passOn(request, response);
});
await new Promise<void>((resolve, reject) => {
  front.once('error', reject);
  front.listen(port, resolve);
});

const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', join(ROOT, 'scripts/dev_server.ts')],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      DATA_DIR: join(ROOT, 'data/dev'),
      PUBLIC_URL: `http://localhost:${port}`,
      ...process.env,
      PORT: String(serverPort),
    },
  },
);
const stop = (): void => {
  server.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
server.on('exit', (code) => {
  front.closeAllConnections();
  void vite.close().then(() => process.exit(code ?? 0));
});
