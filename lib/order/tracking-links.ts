/** Tracking pages by a word of the carrier's name. */
const CARRIERS: readonly (readonly [name: RegExp, page: string])[] = [
  [/黑貓|統一速達/u, 'https://www.t-cat.com.tw/Inquire/Trace.aspx'],
  [/7-?(?:11|eleven)|統一超商|交貨便/iu, 'https://eservice.7-11.com.tw/e-tracking/search.aspx'],
  [/全家|family/iu, 'https://fmec.famiport.com.tw/FP_Entrance/QueryBox'],
  [/郵局|中華郵政|郵政/u, 'https://postserv.post.gov.tw/pstmail/main_mail.html'],
  [/新竹/u, 'https://www.hct.com.tw/Search/SearchGoods_n.aspx'],
]

// 黑貓 alone takes the number in its address; the others ask for it, most with a picture to read.
const T_CAT = 'https://www.t-cat.com.tw/Inquire/TraceDetail.aspx?BillID='

/** The page on which a carrier looks a parcel up, with its number where that can be, or undefined for an unknown carrier. */
export function trackingPage(carrier: string, trackingNumber = ''): string | undefined {
  const number = trackingNumber.replaceAll(/[\s-]/g, '')
  if (/黑貓|統一速達/u.test(carrier) && /^\d{10,12}$/.test(number)) return T_CAT + number
  return CARRIERS.find(([name]) => name.test(carrier))?.[1]
}
