const NAMES = 'a|blockquote|br|code|em|h[1-6]|hr|img|li|ol|p|pre|span|strong|ul'
const ATTRIBUTES = 'alt|class|decoding|height|loading|sizes|srcset|start|title|width'
// A mail's links are placeholders, in braces.
const ADDRESS = '(?:href|src)="(?:https?:|mailto:|[/#]|%7B)[^"]*"'
const TAG_END = `/?(?:${NAMES})(?: (?:(?:${ATTRIBUTES})="[^"]*"|${ADDRESS}))*>`

const OTHER_MARKUP = new RegExp(`<(?!${TAG_END})`, 'g')

/**
 * Returns HTML in which only the tags and attributes of a text's markdown are markup; all else is
 * text (rule 696).
 */
export function cleanMarkup(html: string): string {
  return html.replaceAll(OTHER_MARKUP, '&lt;')
}
