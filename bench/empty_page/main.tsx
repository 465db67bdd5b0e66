/** The least that a React page can be: what the first load of the console is compared with. */
import { createRoot } from 'react-dom/client';

createRoot(document.getElementById('root')!).render(<p>An empty React page.</p>);
