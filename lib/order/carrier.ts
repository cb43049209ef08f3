/** Where a carrier's parcels are looked up, by a word of its name as the owner writes it. */
const CARRIERS: readonly (readonly [name: RegExp, page: string])[] = [
  [/黑貓|統一速達/u, 'https://www.t-cat.com.tw/Inquire/Trace.aspx'],
  [/7-?(?:11|eleven)|統一超商|交貨便/iu, 'https://eservice.7-11.com.tw/e-tracking/search.aspx'],
  [/全家|family/iu, 'https://fmec.famiport.com.tw/FP_Entrance/QueryBox'],
  [/郵局|中華郵政|郵政/u, 'https://postserv.post.gov.tw/pstmail/main_mail.html'],
  [/新竹/u, 'https://www.hct.com.tw/Search/SearchGoods_n.aspx'],
]

/** The page on which a carrier looks parcels up by their number; undefined for a carrier that is not known. */
export function trackingPage(carrier: string): string | undefined {
  return CARRIERS.find(([name]) => name.test(carrier))?.[1]
}
