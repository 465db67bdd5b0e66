/** Entry of the signed-out pages (signed_out.html). Kept free of the kit and the router: it is the first thing that anybody loads. */
import { createRoot } from 'react-dom/client';
import '@fontsource-variable/inter/wght.css';
import '../theme/tokens.css';
import '../theme/base.css';
import { SignedOut } from '../signed_out/SignedOut.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the application.');
createRoot(root).render(<SignedOut path={location.pathname} search={location.search} />);
