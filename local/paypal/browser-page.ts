import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { orderOf, textAt, type StandIn } from './stand-in.fixture.ts'

const require = createRequire(import.meta.url)

function source(name: string, file: string): string {
  const folder = dirname(require.resolve(`${name}/package.json`))
  return readFileSync(join(folder, file), 'utf8')
}

// Each package as a function, so that the page needs no bundler: the real React and the real PayPal components.
const modules: readonly [string, string][] = [
  ['react', source('react', 'cjs/react.production.js')],
  ['scheduler', source('scheduler', 'cjs/scheduler.production.js')],
  ['react-dom', source('react-dom', 'cjs/react-dom.production.js')],
  ['react-dom/client', source('react-dom', 'cjs/react-dom-client.production.js')],
  [
    'react-paypal',
    readFileSync(
      require
        .resolve('@paypal/react-paypal-js')
        .replace(/index\.js$/, 'dist/cjs/react-paypal-js.min.js'),
      'utf8',
    ),
  ],
]

const page = `
const { createElement: h, StrictMode } = load('react')
const { createRoot } = load('react-dom/client')
const { PayPalScriptProvider, PayPalButtons } = load('react-paypal')
window.seen = []
const see = (name, value) => {
  window.seen.push([name, value])
  document.documentElement.dataset.seen = window.seen.map(([name]) => name).join(' ')
}
const query = new URLSearchParams(location.search)
const options = { clientId: 'demo-client', currency: query.get('currency') || 'TWD', locale: 'zh_TW', intent: 'capture',
  components: 'buttons', disableFunding: 'venmo,paylater', sdkBaseUrl: query.get('paypal') + '/sdk/js', dataCspNonce: 'once' }
const ask = async (path) => (await fetch(path, { method: 'POST' })).text()
const buttons = h(PayPalButtons, {
  createOrder: ({ paymentSource }) => { see('createOrder', paymentSource); return ask('/create?' + paymentSource) },
  onApprove: async (data, actions) => {
    see('onApprove', data)
    if ((await ask('/capture?' + data.orderID)) === 'INSTRUMENT_DECLINED') return actions.restart()
    see('paid', data.orderID)
  },
  onCancel: (data) => see('onCancel', data),
  onError: (error) => see('onError', error.message),
})
createRoot(document.getElementById('app')).render(h(StrictMode, null, h(PayPalScriptProvider, { options }, buttons)))`

const loader = `
const made = {}, found = {}
const load = (name) => { if (!found[name]) { const module = { exports: {} }; found[name] = module; made[name](module, module.exports, load) } return found[name].exports }
const process = { env: { NODE_ENV: 'production' } }
${modules.map(([name, text]) => `made[${JSON.stringify(name)}] = function (module, exports, require) {\n${text}\n}`).join('\n')}
${page}`

const html = `<!doctype html><html lang="zh-Hant-TW"><head><meta charset="utf-8"><title>付款</title><link rel="icon" href="data:,"></head>
<body><main><h1>付款</h1><div id="app"></div></main><script nonce="once" src="/page.js"></script></body></html>`

/** A payment page as the shop has it, under a strict content security policy; its server speaks to the stand-in. */
export async function servePage(standIn: StandIn): Promise<{ address: string; close: () => void }> {
  let orders = 0
  let captures = 0
  const policy = `default-src 'none'; script-src 'nonce-once'; connect-src 'self'; img-src data:; style-src 'self'`
  async function answer(path: string): Promise<string> {
    const argument = path.split('?')[1] ?? ''
    if (path.startsWith('/create')) {
      orders += 1
      const wallet =
        argument === 'paypal'
          ? { payment_source: { paypal: { name: { given_name: '小明' } } } }
          : {}
      const body = { ...orderOf(`OT-page-${orders}`), ...wallet }
      const made = await standIn.call('POST', '/v2/checkout/orders', body, {
        'paypal-request-id': `create:${orders}`,
      })
      return textAt(made.body, 'id')
    }
    captures += 1
    const done = await standIn.capture(argument, `capture:${captures}`)
    return done.status < 300 ? 'paid' : textAt(done.body, 'details', 0, 'issue')
  }
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (request.method === 'POST') {
      answer(path).then(
        (text) => response.end(text),
        () => response.writeHead(500).end(),
      )
      return
    }
    const isScript = path === '/page.js'
    response.writeHead(200, {
      'content-type': isScript ? 'text/javascript; charset=utf-8' : 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    })
    response.end(isScript ? loader : html)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' ? bound?.port : ''
  return {
    address: `http://127.0.0.1:${port}/?paypal=${encodeURIComponent(standIn.base)}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
