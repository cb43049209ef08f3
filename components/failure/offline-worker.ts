import { createHash } from 'node:crypto'

import { CART_KEY } from '#lib/cart/cart.ts'
import { BRAND, LANGUAGE } from '#lib/company/company.ts'

/** First parts of addresses at which the worker does nothing: money, the owner's work, calls, and other services' pages. */
const LEFT_ALONE = ['api', 'checkout', 'checkout-success', 'owner', '__']

// The page has no file of its own to load: what it shows is in it.
const STYLE = `
:root{color-scheme:light;--ink:#1d1b18;--soft:#655f56;--line:#e4ded3;--accent:#b8441a}
*{box-sizing:border-box}
body{margin:0;background:#faf8f4;color:var(--ink);font:400 1rem/1.8 'Noto Sans CJK TC','PingFang TC','Noto Sans TC','Microsoft JhengHei',sans-serif;line-break:strict;-webkit-text-size-adjust:100%}
header{display:grid;place-items:center;min-height:64px;border-bottom:1px solid var(--line);font-size:1.0625rem;font-weight:500}
header span{letter-spacing:.16em}
main{display:grid;gap:16px;justify-items:center;max-width:608px;margin:0 auto;padding:clamp(40px,12vh,128px) clamp(16px,4vw,48px);text-align:center}
svg{width:72px;height:72px}
h1{margin:8px 0 0;font-size:clamp(1.5rem,1.2rem + 1.5vw,2.25rem);font-weight:500;line-height:1.4;text-wrap:balance;word-break:keep-all}
p{margin:0;color:var(--soft);text-wrap:balance}
a{display:inline-block;min-height:48px;margin-top:8px;padding:10px 32px;border-radius:3px;background:var(--accent);color:#fff;text-decoration:none}
a:focus-visible{outline:2px solid var(--ink);outline-offset:3px}
@media (forced-colors:active){a{border:1px solid}}
`

// Says how many pieces the cart keeps, and opens the page again as soon as the shop answers for this page: at once when the
// browser is online again, else after 5 seconds, then less and less often, and only while somebody looks. The pause is
// kept over a load: where the page is asked for in vain again and again, it goes on growing.
const SCRIPT = `
const words=(id,text)=>{document.getElementById(id).textContent=text}
try{
  const lines=JSON.parse(localStorage.getItem(${JSON.stringify(CART_KEY)}))
  const pieces=lines.reduce((sum,{quantity})=>sum+quantity,0)
  if(pieces>0)words('cart','購物車裡的 '+pieces+' 件都還留在這個瀏覽器裡。')
}catch{}
if(navigator.onLine)words('why','可能是訊號不穩，也可能是我們這邊暫時連不上。')
const KEY='offline-pause'
let pause=5000
try{
  const kept=JSON.parse(sessionStorage.getItem(KEY))
  if(kept.path===location.pathname&&Date.now()-kept.at<180000)pause=kept.pause
}catch{}
let timer
const again=async()=>{
  clearTimeout(timer)
  pause=Math.min(60000,pause*1.5)
  try{sessionStorage.setItem(KEY,JSON.stringify({path:location.pathname,pause,at:Date.now()}))}catch{}
  timer=setTimeout(again,pause)
  if(document.visibilityState!=='visible')return
  const answer=await fetch(location.href,{method:'HEAD',cache:'no-store'}).catch(()=>undefined)
  if(answer&&answer.status<500)location.reload()
}
addEventListener('online',again)
document.addEventListener('visibilitychange',again)
timer=setTimeout(again,pause)
`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The page that a browser shows when the shop can't be reached: nothing of it is fetched. */
const PAGE = `<!doctype html>
<html lang="${LANGUAGE}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="theme-color" content="#faf8f4">
<title>目前連不上｜${BRAND}</title>
<style>${STYLE}</style>
</head>
<body>
<header><div><span>OURTEE</span> 共衣</div></header>
<main>
<svg viewBox="0 0 64 64" aria-hidden="true"><path d="M26 15c2 4 10 4 12 0l8 3 7 10-7 6-4-4v20H22V30l-4 4-7-6 7-10z" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"/><path d="M39.5 39.5h4" stroke="#b8441a" stroke-width="1.6"/></svg>
<h1>這一頁現在打不開</h1>
<p id="why">網路連線中斷了。</p>
<p id="cart">放進購物車的東西都還留在這個瀏覽器裡。</p>
<p>連上之後，這一頁會自動重新開啟。</p>
<a href="">再試一次</a>
</main>
<script>${SCRIPT}</script>
</body>
</html>`

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
}

// Chrome does not even wake the worker for the static routes; only with them may it ask for a page while the worker
// starts, since a page that the worker leaves alone would be asked for twice.
const WORKER = `
const PAGE=${JSON.stringify(PAGE)}
const HEADERS=${JSON.stringify(HEADERS)}
const LEFT_ALONE=${JSON.stringify(LEFT_ALONE)}
const isLeftAlone=new RegExp('^/(?:'+LEFT_ALONE.join('|')+')(?:/|$)')
const hasRoutes='addRoutes' in (self.InstallEvent?.prototype??{})
self.addEventListener('install',(event)=>{
  self.skipWaiting()
  if(!hasRoutes)return
  const paths=LEFT_ALONE.flatMap((part)=>['/'+part,'/'+part+'/*'])
  event.waitUntil(event.addRoutes([
    ...paths.map((pathname)=>({urlPattern:{pathname}})),
    ...['no-cors','cors','same-origin'].map((requestMode)=>({requestMode})),
    {requestMethod:'POST'},
  ].map((condition)=>({condition,source:'network'}))))
})
self.addEventListener('activate',(event)=>{
  const {navigationPreload}=self.registration
  if(hasRoutes&&navigationPreload)event.waitUntil(navigationPreload.enable())
})
const answer=async({request,preloadResponse})=>{
  try{return (await preloadResponse)??(await fetch(request))}
  catch{return new Response(PAGE,{status:503,headers:HEADERS})}
}
self.addEventListener('fetch',(event)=>{
  const {mode,method,url}=event.request
  if(mode!=='navigate'||method!=='GET'||isLeftAlone.test(new URL(url).pathname))return
  event.respondWith(answer(event))
})
`

const LEAVING = `
self.addEventListener('install',()=>self.skipWaiting())
self.addEventListener('activate',(event)=>event.waitUntil(self.registration.unregister()))
`

/**
 * The text of the service worker that shows a page of the shop's own while the shop can't be reached.
 * It keeps nothing, passes everything on as it comes, and does nothing at the addresses of LEFT_ALONE.
 * Of a shop that has switched it off it is a worker that takes itself away.
 */
export function offlineWorker(isOffered: boolean): string {
  return isOffered ? WORKER : LEAVING
}
