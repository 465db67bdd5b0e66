import fastify from 'fastify';
import { expect, test } from 'vitest';
import { Refusal, sendRefusal } from './context.ts';

test('a header that cannot be sent ends in a sentence of the product, not in the words of the library', async () => {
  const app = fastify();
  app.setErrorHandler((_error, _request, reply) =>
    sendRefusal(reply, new Refusal(500, 'Something went wrong. Please try again later.')),
  );
  app.get('/redirect', (_request, reply) => reply.redirect('https://example.org/日本'));
  app.get('/named', (_request, reply) =>
    reply.headers({ 'x-kept': 'yes', 'x-title': ['fine', 'a\u0000b'] }).send('text'),
  );
  for (const path of ['/redirect', '/named']) {
    const answer = await app.inject(path);
    expect(answer.statusCode, path).toBe(500);
    expect(answer.json(), path).toEqual({ message: 'Something went wrong. Please try again later.' });
    expect(answer.headers['location'], path).toBeUndefined();
    expect(answer.headers['x-title'], path).toBeUndefined();
  }
  expect((await app.inject('/named')).headers['x-kept']).toBe('yes');
  await app.close();
});
