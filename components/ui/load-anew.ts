import { browserStorage } from './browser.ts'

/** What is known of a page that was loaded anew for a new build of the shop. */
export const UPDATED = browserStorage('shop-updated', 'tab')

/** After one load for a new build, so many milliseconds without another: two builds may serve side by side for a moment. */
const AGAIN_AFTER = 30_000

type Update = { readonly at: number; readonly isWhole: boolean; readonly isNotified: boolean }

let saveForms = () => true

/** Has a page with forms write them down before it is loaded anew; `keep` returns whether all could be (form-drafts.ts). */
export function onLoadAnew(keep: () => boolean): void {
  saveForms = keep
}

const isUpdated = (value: unknown): value is Update =>
  typeof value === 'object' && value !== null && 'at' in value && 'isWhole' in value

/** Loads the document anew with its forms kept; false if that was just done, or the browser keeps nothing. */
export function loadAnew(): boolean {
  const before = UPDATED.readAs(isUpdated)
  if (before !== undefined && Date.now() - before.at < AGAIN_AFTER) return false
  UPDATED.write(JSON.stringify({ at: Date.now(), isWhole: saveForms(), isNotified: false }))
  if (UPDATED.read() === null) return false
  location.reload()
  return true
}

/** The sentence for a page that was loaded anew, once, or undefined for every other. */
export function updateNotice(): string | undefined {
  const updated = UPDATED.readAs(isUpdated)
  if (updated === undefined || updated.isNotified) return undefined
  UPDATED.write(JSON.stringify({ ...updated, isNotified: true }))
  return updated.isWhole
    ? '商店剛更新，已為您重新載入這一頁，填過的內容都還在，請繼續。'
    : '商店剛更新，已為您重新載入這一頁，填過的內容都還在；密碼和檔案請再填一次。'
}
