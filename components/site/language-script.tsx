import { LANGUAGE_SCRIPT } from '#lib/site/header-labels.ts'

/** Sets the remembered language of the header's labels before the first paint, so that nothing flickers. It stands last: a script waits for the styles, and what follows it would be read only then. */
export function LanguageScript() {
  return <script dangerouslySetInnerHTML={{ __html: LANGUAGE_SCRIPT }} />
}
