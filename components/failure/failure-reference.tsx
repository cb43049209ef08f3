/** The code by which support finds a failure in the log, or nothing if there is none. */
export function FailureReference({ code }: { code: string | undefined }) {
  return code === undefined ? null : <p>客服查詢代碼：{code}</p>
}
