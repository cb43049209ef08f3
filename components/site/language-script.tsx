import { LABEL_LANGUAGE_KEY } from '#lib/site/header-labels.ts'

const SCRIPT = `try{if(localStorage.getItem('${LABEL_LANGUAGE_KEY}')==='ja')document.documentElement.dataset.labels='ja'}catch{}`

/** Sets the remembered language of the header's labels before the first paint, so that nothing flickers. It stands last: a script waits for the styles, and what follows it would be read only then. */
export function LanguageScript() {
  return <script dangerouslySetInnerHTML={{ __html: SCRIPT }} />
}
