import type { ReactNode } from 'react';
import { EmailPage } from './EmailPage.tsx';
import { ForgotPage } from './ForgotPage.tsx';
import { Aside, Frame } from './Frame.tsx';
import { LandingPage } from './LandingPage.tsx';
import { LinkPage } from './LinkPage.tsx';
import { LogoutPage } from './LogoutPage.tsx';
import { PasswordPage } from './PasswordPage.tsx';
import { defaultAddress } from '../../../contract/return_to.ts';
import { SetupPage } from './SetupPage.tsx';
import { SigninPage } from './SigninPage.tsx';
import { signedOutTexts } from './texts.ts';

/** The signed-out pages by address. Each is a page load of its own: there is no state to carry over. */
const pages: Readonly<Record<string, (search: URLSearchParams) => ReactNode>> = {
  '/admin': () => <LandingPage />,
  '/admin/signin': (search) => <SigninPage search={search} />,
  '/admin/signin/link': (search) => <LinkPage search={search} />,
  '/admin/reset': () => <ForgotPage />,
  '/admin/password': (search) => <PasswordPage search={search} />,
  '/admin/email': (search) => <EmailPage search={search} />,
  '/admin/setup': (search) => <SetupPage search={search} />,
  '/admin/logout': () => <LogoutPage />,
};

/** The page for an address; one that says so for an address that has none. */
export function SignedOut({ path, search }: { path: string; search: string }) {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path;
  const page = Object.hasOwn(pages, trimmed) ? pages[trimmed] : undefined;
  return page === undefined ? <NotFoundPage /> : page(new URLSearchParams(search));
}

function NotFoundPage() {
  return (
    <Frame title={signedOutTexts.notFound.title} lead={signedOutTexts.notFound.lead}>
      <Aside>
        <a href={defaultAddress}>{signedOutTexts.notFound.home}</a>
      </Aside>
    </Frame>
  );
}
