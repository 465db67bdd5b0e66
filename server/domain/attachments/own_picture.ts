import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pictureLimits } from '../../../contract/limits.ts';
import { defineCommand } from '../../core/command.ts';
import { badInput, forbidden } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import { anyAdmin, type Viewer } from '../../core/viewer.ts';
import type { Services } from '../../core/services.ts';
import type { Tx } from '../../sql/kysely.ts';
import { announceAccountChange } from '../account/announce.ts';
import { recordAudit } from '../../core/activity.ts';
import { removeFilesTask } from './claims.ts';
import { makeAvatar } from './image.ts';

/** Where pictures of people are read, for who is signed in: the name of the file follows. */
export const PICTURES_PATH = '/pictures/';

/** Name of a picture's file in its address. */
export const PICTURE_NAME = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Key of a picture of people of the workspace. */
export function pictureKey(subdomain_id: string, name: string): string {
  return `${subdomain_id}/picture-${name}`;
}

/** Key of the file behind an address of a person's picture; null: it lies elsewhere, as those that an import brought. */
function keyOfAddress(subdomain_id: string, address: string | null): string | null {
  const name = address?.startsWith(PICTURES_PATH) === true ? address.slice(PICTURES_PATH.length) : '';
  return PICTURE_NAME.test(name) ? pictureKey(subdomain_id, name) : null;
}

const tooLarge = (): Error =>
  badInput('picture', `This picture is larger than ${pictureLimits.text}. Choose a smaller one.`, {
    reason: 'too_large',
    httpStatus: 413,
  });

/**
 * Takes the viewer's own picture in: cut to a square in its middle, made small, without what the camera noted. The
 * one before goes.
 *
 * @param file size_in_bytes as the sender names it; null: it does not. The bytes are counted all the same
 * @returns the address of the picture
 * @throws ProductError BAD_USER_INPUT with httpStatus 413 (too large) or 415 (no picture that can be read)
 */
export async function storeOwnPicture(
  scope: Scope,
  file: { content: Readable; size_in_bytes: number | null },
): Promise<{ avatar_url: string }> {
  const { viewer, services } = scope;
  if ((file.size_in_bytes ?? 0) > pictureLimits.bytes) {
    file.content.destroy();
    throw tooLarge();
  }
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of file.content as AsyncIterable<Buffer>) {
    bytes += piece.length;
    // leaving the loop ends the stream
    if (bytes > pictureLimits.bytes) throw tooLarge();
    pieces.push(piece);
  }
  const picture = await makeAvatar(Buffer.concat(pieces)).catch(() => {
    throw badInput('picture', 'This file can’t be read as a picture. Choose a PNG, JPEG, WebP or GIF.', {
      reason: 'unsupported_type',
      httpStatus: 415,
    });
  });
  const name = randomUUID();
  const key = pictureKey(viewer.subdomain_id, name);
  await services.files.put(key, picture, { sizeInBytes: picture.length, contentType: 'image/webp' });
  const avatar_url = `${PICTURES_PATH}${name}`;
  try {
    await scope.write((tx) => setPicture(tx, { viewer, services, now: scope.now() }, avatar_url));
  } catch (error) {
    await services.files.remove(key).catch(() => undefined);
    throw error;
  }
  return { avatar_url };
}

/** Sets the picture in the open transaction; the file of the one before goes after the commit. */
async function setPicture(
  tx: Tx,
  { viewer, services, now }: { viewer: Viewer; services: Services; now: Date },
  avatar_url: string | null,
): Promise<void> {
  const { subdomain_id, user_id } = viewer;
  if (user_id === null) throw forbidden();
  const before = await tx
    .selectFrom('users')
    .select('avatar_url')
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (before.avatar_url === avatar_url) return;
  await tx
    .updateTable('users')
    .set({ avatar_url, updated_at: now })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', user_id)
    .execute();
  const old = keyOfAddress(subdomain_id, before.avatar_url);
  if (old !== null) await services.tasks.enqueue(tx, removeFilesTask.name, { subdomain_id, keys: [old] });
  await recordAudit(tx, viewer, 'own_picture_update', user_id, { has_picture: avatar_url !== null });
  // the picture is part of what is remembered of a session
  await announceAccountChange(tx, { about: 'user', subdomain_id, user_id });
}

/** Takes the viewer's own picture away; the initials are shown again. */
export const ownPictureDelete = defineCommand({
  name: 'own_picture_delete',
  description: "Takes the viewer's own picture away; nothing changes when there is none.",
  requires: anyAdmin,
  input: {},
  returns: { type: 'Boolean!' },
  run: async (_input, { tx, viewer, services, now }) => {
    await setPicture(tx, { viewer, services, now }, null);
    return true;
  },
});
