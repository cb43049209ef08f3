const AHEAD = 8 * 60 * 60 * 1000

/** An instant as ECPay writes it: yyyy/MM/dd HH:mm:ss in Taipei. */
export function toEcpayTime(time: Date): string {
  const there = new Date(time.getTime() + AHEAD).toISOString()
  return there.slice(0, 19).replace('T', ' ').replaceAll('-', '/')
}

/** A time of ECPay's (yyyy/MM/dd or yyyy-MM-dd, a blank or + before HH:mm:ss) as ISO 8601 in UTC; '' for any other text. */
export function fromEcpayTime(text: string): string {
  const plain = text.replaceAll('/', '-').replace(/[ +]/, 'T')
  const time = new Date(`${plain}+08:00`)
  return Number.isNaN(time.getTime()) ? '' : time.toISOString()
}
