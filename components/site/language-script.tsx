import { LABEL_LANGUAGE_KEY } from '#lib/site/header-labels.ts'

const SCRIPT = `try{if(localStorage.getItem('${LABEL_LANGUAGE_KEY}')==='ja')document.documentElement.dataset.labels='ja'}catch{}`

/**
 * Sets the remembered language of the header before the first paint.
 * It stands last: a script waits for the styles, and what follows it would wait too.
 */
export function LanguageScript() {
  return <script dangerouslySetInnerHTML={{ __html: SCRIPT }} />
}
