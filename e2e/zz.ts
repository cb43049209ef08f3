import './support/fixture-content.ts'
import { chromium } from 'playwright'
import { chromiumPath } from './support/chromium.ts'
import { shopPlan } from '../local/services.ts'
import { startProcess } from '../local/process.ts'
const [mode = '', extra = ''] = process.argv.slice(2)
const at = 'http://localhost:4177'
if (mode === 'server') {
  const running: any[] = []
  await startProcess(
    shopPlan(
      {
        shop: at,
        auth: 'http://127.0.0.1:9',
        firestore: '127.0.0.1:9',
        paypal: 'http://127.0.0.1:9',
        mailbox: 'http://127.0.0.1:9',
        smtp: 'smtp://127.0.0.1:9',
        projectId: 'demo-ourtee',
      },
      false,
    ),
    '/tmp/tests/x/logs',
    running,
  )
  setTimeout(async () => {
    await running[0].stop(1000)
    process.exit(0)
  }, 400_000)
} else {
  const b = await chromium.launch({
    executablePath: chromiumPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      ...extra.split(' ').filter(Boolean),
    ],
  })
  const o = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' as const }
  const shared = await b.newContext(o)
  const one = await shared.newPage()
  for (let i = 0; i < 20; i++) {
    const c = mode === 'fresh' ? await b.newContext(o) : shared
    const page = mode === 'one' ? one : await c.newPage()
    if (mode === 'noimg') await page.route(/_next\/image/, (r) => r.abort())
    await page.goto(at + '/product/otr-001')
    await page.getByRole('button', { name: '增加數量' }).click()
    if (mode !== 'one') await page.close()
    if (mode === 'fresh') await c.close()
  }
  await b.close()
}
