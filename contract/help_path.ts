/** Where readers find the knowledge base, below the site root. Apart from articles: settings name it, and need nothing else of them. */
export const helpPath = '/help';
