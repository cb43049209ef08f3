import { TEXT_TAGS } from '#lib/content/text-markup.ts'

// A mail's links are placeholders, in braces.
const ADDRESS = '"(?:https?:|mailto:|[/#]|%7B)[^"]*"'

function attributeOf(name: string): string {
  if (name === 'href') return `href=${ADDRESS}`
  return name === 'src' ? `src=(?:${ADDRESS}|"blob:[^"]*")` : `${name}="[^"]*"`
}

const tagOf = (name: string, attributes: readonly string[]) =>
  attributes.length === 0 ? name : `${name}(?: (?:${attributes.map(attributeOf).join('|')}))*`

const TAGS = [...TEXT_TAGS].map(([name, attributes]) => tagOf(name, attributes)).join('|')

const OTHER_MARKUP = new RegExp(`<(?!/?(?:${TAGS})>)`, 'g')

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
