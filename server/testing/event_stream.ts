import { request, type IncomingHttpHeaders } from 'node:http';

/** An event as it was heard. */
export interface HeardEvent {
  event: string;
  data: Record<string, unknown>;
}

/** A console's side of the stream of live events. */
export interface EventStream {
  status: number;
  headers: IncomingHttpHeaders;
  /** events so far */
  heard: HeardEvent[];
  /** their names */
  events(): string[];
  comments: number;
  isEnded: boolean;
  /** takes nothing more from the line */
  pause(): void;
  resume(): void;
  stop(): void;
  /** everything that came */
  text: string;
}

/** Opens a stream of events on a server of this machine. @param path with its query */
export function openEventStream(
  port: number,
  path: string,
  headers: Record<string, string>,
): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port, path, agent: false, headers: { accept: 'text/event-stream', ...headers } },
      (response) => {
        const stream: EventStream = {
          status: response.statusCode ?? 0,
          headers: response.headers,
          heard: [],
          events: () => stream.heard.map(({ event }) => event),
          comments: 0,
          isEnded: false,
          pause: () => void response.pause(),
          resume: () => void response.resume(),
          stop: () => void call.destroy(),
          text: '',
        };
        let rest = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          stream.text += chunk;
          const frames = (rest + chunk).split('\n\n');
          rest = frames.pop() ?? '';
          for (const frame of frames) {
            if (frame.startsWith(':')) stream.comments += 1;
            const event = /^event: (.*)$/m.exec(frame)?.[1];
            const data = /^data: (.*)$/m.exec(frame)?.[1];
            if (event !== undefined)
              stream.heard.push({ event, data: JSON.parse(data ?? '{}') as Record<string, unknown> });
          }
        });
        const end = (): void => {
          stream.isEnded = true;
        };
        response.on('end', end);
        response.on('close', end);
        response.on('error', end);
        resolve(stream);
      },
    );
    call.on('error', reject);
    call.end();
  });
}
