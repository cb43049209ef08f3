import { LANGUAGE_SCRIPT } from '#lib/text/header-labels.ts'

/**
 * Sets the header's stored language before first paint. Comes last, since a script waits for the
 * styles.
 */
export function LanguageScript() {
  return <script dangerouslySetInnerHTML={{ __html: LANGUAGE_SCRIPT }} />
}
