/** What one's own profile reads and writes. */
import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import type { OwnProfileQuery } from '../../../api/generated/graphql.ts';
import { request } from '../../../api/runtime.ts';
import { ownPicturePath, pictureLimits } from '../../../../../contract/limits.ts';
import { sendFile, UploadError } from '../../../forms/upload.ts';
import { formatBytes } from '../../../ui/text/format.ts';
import { profileMessages as texts } from './profileMessages.ts';

const profileDocument = graphql(`
  query OwnProfile {
    own_profile {
      name
      avatar_url
      email_address
      email_confirmed
      pending_email_address
      pending_email_until
      has_password
      second_factor_at
      recovery_codes_left
      requires_second_factor
      password_min_characters
      passkeys {
        id
        name
        created_at
        last_used_at
      }
    }
    own_sessions {
      id
      browser
      network
      created_at
      last_used_at
      is_current
      workspace
    }
  }
`);

export type OwnProfile = OwnProfileQuery['own_profile'];
export type OwnSession = OwnProfileQuery['own_sessions'][number];

/** One's own account, and where one is signed in. */
export function useOwnProfile() {
  return useQuery({
    queryKey: ['own-profile'],
    queryFn: ({ signal }) => request(profileDocument, {}, { signal }),
    // sessions begin and end elsewhere
    refetchInterval: 60_000,
  });
}

export const beginTwoStepDocument = graphql(`
  mutation BeginTwoStep($current_password: String) {
    own_second_factor_begin(current_password: $current_password) {
      secret
      url
    }
  }
`);

export const confirmTwoStepDocument = graphql(`
  mutation ConfirmTwoStep($code: String!) {
    own_second_factor_confirm(code: $code) {
      recovery_codes
    }
  }
`);

export const endTwoStepDocument = graphql(`
  mutation EndTwoStep($current_password: String) {
    own_second_factor_end(current_password: $current_password)
  }
`);

export const renewCodesDocument = graphql(`
  mutation RenewRecoveryCodes($current_password: String) {
    own_recovery_codes_renew(current_password: $current_password) {
      recovery_codes
    }
  }
`);

export const beginPasskeyDocument = graphql(`
  mutation BeginPasskey($current_password: String) {
    own_passkey_begin(current_password: $current_password) {
      options
      until
    }
  }
`);

export const addPasskeyDocument = graphql(`
  mutation AddPasskey($name: String!, $response: String!, $until: String!) {
    own_passkey_add(name: $name, response: $response, until: $until) {
      id
    }
  }
`);

export const removePasskeyDocument = graphql(`
  mutation RemovePasskey($id: ID!) {
    own_passkey_remove(id: $id) {
      id
    }
  }
`);

export const changeNameDocument = graphql(`
  mutation ChangeOwnName($name: String!) {
    own_profile_update(name: $name) {
      name
    }
  }
`);

export const removePictureDocument = graphql(`
  mutation RemoveOwnPicture {
    own_picture_delete
  }
`);

/**
 * Sends one's own picture; the server makes it small. Rejects with UploadError, whose message is the server's sentence.
 * A file that is too large is refused without being sent.
 */
export async function sendPicture(file: File): Promise<void> {
  if (file.size > pictureLimits.bytes) throw new UploadError(413, texts.tooLarge(formatBytes(file.size)));
  const { status, text } = await sendFile(
    ownPicturePath,
    file,
    () => undefined,
    new AbortController().signal,
  );
  if (status >= 200 && status < 300) return;
  const { message } = (await Promise.resolve(text)
    .then(JSON.parse)
    .catch(() => ({}))) as { message?: string };
  throw new UploadError(status, message ?? texts.pictureFailed);
}

export const endSessionDocument = graphql(`
  mutation EndOwnSession($id: ID!) {
    own_session_end(id: $id)
  }
`);

export const endOthersDocument = graphql(`
  mutation EndOtherSessions {
    own_sessions_end_others
  }
`);

export const changePasswordDocument = graphql(`
  mutation ChangeOwnPassword($current_password: String!, $password: String!) {
    own_password_update(current_password: $current_password, password: $password)
  }
`);

export const changeEmailDocument = graphql(`
  mutation ChangeOwnEmail($email_address: String!, $current_password: String) {
    own_email_update(email_address: $email_address, current_password: $current_password) {
      pending_email_address
    }
  }
`);

export const cancelEmailDocument = graphql(`
  mutation CancelOwnEmail {
    own_email_cancel {
      pending_email_address
    }
  }
`);
