import type { Browser } from 'playwright'

import { openPhone, type Phone } from './phone.ts'
import { firstPicture } from './plain-site.ts'
import { atMost, figure, kib, type Row } from './row.ts'
import { KINDS, type Sites } from './sites.ts'

const KIB = 1024

/** A request of a page, with the transferred bytes of its body. */
type SentRequest = {
  readonly url: string
  readonly type: string
  readonly mime: string
  readonly isPrefetch: boolean
  readonly bytes: number
}

type Open = {
  url: string
  type: string
  mime: string
  isPrefetch: boolean
  headers: number
  bytes: number
}

/** Everything that a first visit to a page loads until it is quiet, without a touch; `prepare` may sign the phone in. */
async function sentFor(
  browser: Browser,
  address: string,
  prepare?: (phone: Phone) => Promise<void>,
): Promise<readonly SentRequest[]> {
  const phone = await openPhone(browser, new URL(address).origin)
  await prepare?.(phone)
  // Nothing of other pages is fetched ahead: on a slow machine it would come before the page is quiet.
  await phone.page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  const requests = new Map<string, Open>()
  phone.cdp.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    const isPrefetch = Object.keys(request.headers).some((name) =>
      /^next-router-.*prefetch$/i.test(name),
    )
    const open = { url: request.url, type: type ?? '', mime: '', isPrefetch, headers: 0, bytes: 0 }
    if (!request.url.startsWith('data:')) requests.set(requestId, open)
  })
  phone.cdp.on('Network.responseReceived', ({ requestId, response }) => {
    const open = requests.get(requestId)
    if (!open) return
    open.mime = response.mimeType
    open.headers = response.encodedDataLength
  })
  phone.cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const open = requests.get(requestId)
    if (open) open.bytes = encodedDataLength - open.headers
  })
  try {
    await phone.page.goto(address, { waitUntil: 'networkidle', timeout: 30_000 })
  } finally {
    await phone.close()
  }
  return [...requests.values()]
}

/** The sum of the bytes of some requests. */
function bytesOf(
  sent: readonly SentRequest[],
  isCounted: (request: SentRequest) => boolean,
): number {
  return sent.filter(isCounted).reduce((sum, { bytes }) => sum + bytes, 0)
}

const isScript = ({ type }: SentRequest) => type === 'Script'
const isStyle = ({ type }: SentRequest) => type === 'Stylesheet'
const isFont = ({ type }: SentRequest) => type === 'Font'
const isData = ({ type, isPrefetch }: SentRequest) => /^(Fetch|XHR)$/.test(type) && !isPrefetch
const isOld = ({ type, mime }: SentRequest) => type === 'Image' && !/avif|webp|svg/.test(mime)
const isPage = ({ type }: SentRequest) => type === 'Document'

/** The file that a phone three times as dense asks for, from the first source of a picture, which is the newest format. */
function largest(picture: string): string {
  const [source = ''] = /srcset="[^"]*"/i.exec(picture) ?? []
  const candidates = [...source.matchAll(/(\/images\/[^ ,"]+) (\d+)w/g)]
  const found = candidates.find(([, , width]) => Number(width) >= 412 * 3) ?? candidates.at(-1)
  return found?.[1] ?? ''
}

async function pictureRows(shop: string, name: string, path: string): Promise<Row[]> {
  const html = await (await fetch(new URL(path, shop))).text()
  const picture = firstPicture(html)
  if (picture === '') return []
  const address = new URL(largest(picture), shop)
  const answer = await fetch(address, { headers: { accept: 'image/avif,image/webp,*/*' } })
  const bytes = (await answer.arrayBuffer()).byteLength
  const old = /^image\/(avif|webp)$/.test(answer.headers.get('content-type') ?? '') ? 0 : 1
  return [
    atMost(`${name}: first picture`, bytes, 60_000, { show: kib }),
    atMost(`${name}: first picture in an old format`, old, 0),
  ]
}

function pageRows(name: string, shop: string, sent: readonly SentRequest[], bare: number): Row[] {
  const isOurs = ({ url }: SentRequest) => new URL(url).origin === new URL(shop).origin
  const count = (is: (request: SentRequest) => boolean) => sent.filter(is).length
  const script = bytesOf(sent, isScript)
  return [
    atMost(`${name}: JavaScript`, script, bare + 14 * KIB, { show: kib, bare: kib(bare) }),
    atMost(`${name}: HTML and styles`, bytesOf(sent, isPage) + bytesOf(sent, isStyle), 28 * KIB, {
      show: kib,
    }),
    // Inlined in the page. Only late parts load a stylesheet: the cookie notice and the error page.
    atMost(`${name}: stylesheets`, count(isStyle), 3),
    // The characters of the page's own headings.
    atMost(`${name}: fonts`, count(isFont), 1),
    atMost(`${name}: characters of headings`, bytesOf(sent, isFont), 16 * KIB, { show: kib }),
    atMost(
      `${name}: third parties`,
      count((request) => !isOurs(request)),
      0,
    ),
    atMost(`${name}: data requests`, count(isData), 0),
    atMost(`${name}: pictures in an old format`, count(isOld), 0),
  ]
}

// Four rows of zeros a page say little; what is broken is always shown.
function short(rows: readonly Row[]): Row[] {
  return rows.filter(({ ours, isKept }) => ours !== '0' || !isKept)
}

/** The scripts of the shop's own on a first visit to a page. */
export async function scriptsOf(
  browser: Browser,
  address: string,
  prepare?: (phone: Phone) => Promise<void>,
): Promise<readonly SentRequest[]> {
  const { origin } = new URL(address)
  const sent = await sentFor(browser, address, prepare)
  return sent.filter((request) => isScript(request) && new URL(request.url).origin === origin)
}

/** The bytes of script that the bare Next page is sent. */
export async function bareScript(browser: Browser, bare: string): Promise<number> {
  return bytesOf(await sentFor(browser, bare), isScript)
}

/**
 * The sizes of every kind of public page, as sent to a phone on its first visit.
 * `floor` is the bytes of a bare page's script.
 */
export async function sizes(
  browser: Browser,
  { shop, pages }: Pick<Sites, 'shop' | 'pages'>,
  floor: number,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of KINDS) {
    const sent = await sentFor(browser, shop + pages[kind])
    rows.push(...pageRows(kind, shop, sent, floor), ...(await pictureRows(shop, kind, pages[kind])))
    console.log(`  ${kind}: ${figure(sent.length)} requests`)
  }
  return short(rows)
}
