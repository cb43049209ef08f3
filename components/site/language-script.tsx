import { LANGUAGE_SCRIPT } from '#lib/site/header-labels.ts'

/**
 * Sets the remembered language of the header before the first paint.
 * It stands last: a script waits for the styles, and what follows it would wait too.
 */
export function LanguageScript() {
  return <script dangerouslySetInnerHTML={{ __html: LANGUAGE_SCRIPT }} />
}
