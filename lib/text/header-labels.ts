/** The labels of the header in both of its languages. */
export const HEADER_LABELS = {
  toggleMenu: { 'zh-Hant': '開關選單', ja: 'メニューを開閉' },
  about: { 'zh-Hant': '關於我們', ja: '私たちについて' },
  products: { 'zh-Hant': '商品', ja: '商品' },
  events: { 'zh-Hant': '誌', ja: 'よみもの' },
  contact: { 'zh-Hant': '聯絡我們', ja: 'お問い合わせ' },
} as const

/** A language of the header's labels. */
export type LabelLanguage = 'zh-Hant' | 'ja'

/** The key under which the browser remembers the language of the header's labels. */
export const LABEL_LANGUAGE_KEY = 'header-language'

/** The text of the script that shows the remembered language before the first paint. */
export const LANGUAGE_SCRIPT = `try{if(localStorage.getItem('${LABEL_LANGUAGE_KEY}')==='ja')document.documentElement.dataset.labels='ja'}catch{}`

/** The language that the browser remembers; the site's own for anything unknown. */
export function parseLabelLanguage(stored: string | null): LabelLanguage {
  return stored === 'ja' ? 'ja' : 'zh-Hant'
}
