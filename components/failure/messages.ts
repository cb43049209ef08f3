/** A sentence about something that failed, with the code by which support finds it in the log. */
export function withReference(sentence: string, reference: string): string {
  return `${sentence}（客服查詢代碼：${reference}）`
}

/** Shown when a limit of actions is reached. */
export const TOO_OFTEN = '操作太頻繁，請稍後再試。'
