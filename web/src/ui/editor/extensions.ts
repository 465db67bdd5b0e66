import { Mark, mergeAttributes, Node } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { LIVE_FIGURE_CLASS } from '../../../../contract/impact_reports.ts';
import {
  isAllowedLink,
  isOwnFilePath,
  MENTION_CLASS,
  mentionName,
  RICH_TEXT_CLASS_PREFIX,
  RICH_TEXT_LINK_REL,
} from '../../../../contract/rich_text.ts';
import { allowedStyles, INERT_STYLE_ATTRIBUTE } from '../text/inertHtml.ts';

/**
 * A mention: an unbreakable chip. The user's id stands in `value`, because that attribute survives
 * cleaning (VALID-017); the name has no leading @ (VALID-018), which only the style sheet draws.
 */
const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  addAttributes() {
    return {
      id: {
        default: null,
        parseHTML: (element) => element.getAttribute('value'),
        renderHTML: (attributes) => ({ value: attributes['id'] as string | null }),
      },
      name: {
        default: '',
        parseHTML: (element) => mentionName(element.textContent ?? ''),
        renderHTML: () => ({}),
      },
    };
  },
  parseHTML() {
    return [{ tag: `span.${MENTION_CLASS}[value]`, priority: 60 }];
  },
  renderHTML({ node, HTMLAttributes }) {
    return [
      'span',
      mergeAttributes({ class: MENTION_CLASS }, HTMLAttributes),
      mentionName(String(node.attrs['name'])),
    ];
  },
  renderText({ node }) {
    return `@${mentionName(String(node.attrs['name']))}`;
  },
});

/** A number that stands in a text and is kept by the product: an unbreakable chip. Its classes say which one it is. */
const Figure = Node.create({
  name: 'figure',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  addAttributes() {
    return {
      class: { default: LIVE_FIGURE_CLASS },
      text: {
        default: '',
        parseHTML: (element) => element.textContent ?? '',
        renderHTML: () => ({}),
      },
    };
  },
  parseHTML() {
    return [{ tag: `span.${LIVE_FIGURE_CLASS}`, priority: 60 }];
  },
  renderHTML({ node, HTMLAttributes }) {
    return ['span', HTMLAttributes, String(node.attrs['text'])];
  },
  renderText({ node }) {
    return String(node.attrs['text']);
  },
});

/** An own attachment shown as an image. Kept when a text is edited; others are not taken in. */
const OwnImage = Node.create({
  name: 'ownImage',
  group: 'inline',
  inline: true,
  atom: true,
  draggable: true,
  addAttributes() {
    return { src: { default: null }, alt: { default: '' } };
  },
  parseHTML() {
    return [
      {
        tag: 'img[src]',
        getAttrs: (element) => (isOwnFilePath(element.getAttribute('src') ?? '') ? null : false),
      },
    ];
  },
  renderHTML({ HTMLAttributes }) {
    return ['img', HTMLAttributes];
  },
});

/** A styled or classed span, so that editing a text does not take its colours away. */
const StyledText = Mark.create({
  name: 'styledText',
  addAttributes() {
    return {
      style: {
        default: null,
        parseHTML: (element) => {
          const kept = allowedStyles(element.getAttribute(INERT_STYLE_ATTRIBUTE) ?? '');
          return kept.length === 0
            ? null
            : kept.map(([property, value]) => `${property}: ${value}`).join('; ');
        },
      },
      class: {
        default: null,
        parseHTML: (element) => {
          const kept = [...element.classList].filter(
            (name) => name.startsWith(RICH_TEXT_CLASS_PREFIX) && name !== MENTION_CLASS,
          );
          return kept.length === 0 ? null : kept.join(' ');
        },
      },
    };
  },
  parseHTML() {
    return [{ tag: `span[${INERT_STYLE_ATTRIBUTE}]` }, { tag: `span[class]` }];
  },
  renderHTML({ HTMLAttributes }) {
    return ['span', HTMLAttributes, 0];
  },
});

/** What the editor knows: the tags that survive cleaning (VALID-010) and nothing else. */
export const editorExtensions = [
  StarterKit.configure({
    blockquote: false,
    strike: false,
    horizontalRule: false,
    // It would leave an empty paragraph at the end of every text that ends in a list.
    trailingNode: false,
    heading: { levels: [1, 2, 3] },
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      isAllowedUri: (url) => isAllowedLink(url),
      HTMLAttributes: { rel: RICH_TEXT_LINK_REL, target: '_blank', class: null },
    },
  }),
  Mention,
  Figure,
  OwnImage,
  StyledText,
];
