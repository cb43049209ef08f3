const NAMES = 'a|blockquote|br|code|em|h[1-6]|hr|img|li|ol|p|picture|pre|source|span|strong|ul'
const ATTRIBUTES = 'alt|class|decoding|height|loading|sizes|srcset|start|title|type|width'
// A mail's links are placeholders, in braces.
const ADDRESS = '(?:href|src)="(?:https?:|mailto:|[/#]|%7B)[^"]*"|src="blob:[^"]*"'
const TAG_END = `/?(?:${NAMES})(?: (?:(?:${ATTRIBUTES})="[^"]*"|${ADDRESS}))*>`

const OTHER_MARKUP = new RegExp(`<(?!${TAG_END})`, 'g')

/**
 * Returns HTML in which only the tags and attributes of a text's markdown are markup; all else is
 * text.
 */
export function cleanMarkup(html: string): string {
  return html.replaceAll(OTHER_MARKUP, '&lt;')
}

type MarkupPolicy = { readonly createHTML: (html: string) => TrustedHTML }

// Optional: not every browser has Trusted Types, and TypeScript lacks the type.
declare const trustedTypes:
  | { createPolicy: (name: 'content-preview', rules: object) => MarkupPolicy }
  | undefined

// One of the policies that the pages of the owner allow (lib/http/security-headers.ts).
const policy: { readonly createHTML: (html: string) => string | TrustedHTML } =
  typeof trustedTypes === 'undefined'
    ? { createHTML: cleanMarkup }
    : trustedTypes.createPolicy('content-preview', { createHTML: cleanMarkup })

/** A text's HTML with the pictures that the shop does not have yet at other addresses, by their paths. */
export function withAddresses(html: string, addresses: Readonly<Record<string, string>>): string {
  return html.replaceAll(/ src="([^"]*)"/g, (whole, src: string) =>
    Object.hasOwn(addresses, src) ? ` src="${addresses[src]}"` : whole,
  )
}

/**
 * A text's HTML for `dangerouslySetInnerHTML` on a page with Trusted Types; other markup becomes text. Pictures are
 * shown at these `addresses`, by their paths.
 */
export function previewMarkup(
  html: string,
  addresses: Readonly<Record<string, string>>,
): { readonly __html: string | TrustedHTML } {
  return { __html: policy.createHTML(withAddresses(html, addresses)) }
}
