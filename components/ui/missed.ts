import type { MissingCode } from './load-needed.ts'

/** Window event dispatched when something that was pressed did not come. */
export const MISSED = 'missed'

const SENTENCES: Readonly<Record<MissingCode, string>> = {
  network: '網路連線中斷，先為您留在這一頁。連上之後請再試一次。',
  unavailable: '這一部分暫時無法載入，請稍後再試一次。',
}

/** Says below the page that what was pressed did not come, and why. */
export function announceMissed(why: MissingCode): void {
  dispatchEvent(new CustomEvent(MISSED, { detail: SENTENCES[why] }))
}

/** The sentence of such an event, or undefined for every other. */
export function missedSentence(event: Event): string | undefined {
  return event instanceof CustomEvent && typeof event.detail === 'string' ? event.detail : undefined
}
