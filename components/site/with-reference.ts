/** A sentence about something that failed, with the code by which support finds it in the log. */
export function withReference(sentence: string, reference: string): string {
  return `${sentence}（客服查詢代碼：${reference}）`
}
