import { cleanMarkup } from '#lib/content-editor/clean-markup.ts'

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

/** A text's HTML for `dangerouslySetInnerHTML` on a page with Trusted Types; other markup becomes text. */
export function previewMarkup(html: string): { readonly __html: string | TrustedHTML } {
  return { __html: policy.createHTML(html) }
}
