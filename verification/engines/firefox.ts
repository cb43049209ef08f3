import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { z } from 'zod'

import type { Engine } from '../../e2e/support/engine.ts'
import { type RunningProcess, startProcess } from '../../local/process.ts'

// Disables Firefox's own requests and opens windows instead of tabs.
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.disable_open_during_load': true,
  'extensions.systemAddon.update.enabled': false,
  'intl.accept_languages': 'zh-TW, zh',
  'messaging-system.rsexperimentloader.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.server': '',
} as const

const messageSchema = z.union([
  z.object({ id: z.number(), type: z.literal('success'), result: z.unknown() }),
  z.object({
    id: z.number().nullable(),
    type: z.literal('error'),
    error: z.string(),
    message: z.string(),
  }),
  z.object({ type: z.literal('event'), method: z.string(), params: z.looseObject({}) }),
])
const complaintSchema = z.object({ level: z.literal('error'), text: z.string().nullable() })
const treeSchema = z.object({ contexts: z.array(z.object({ context: z.string() })) })
const valueSchema = z.object({
  type: z.literal('success'),
  result: z.object({ value: z.string() }),
})

/** Speaks WebDriver BiDi over a socket: a command and its answer bear the same number. */
async function connect(address: string) {
  const socket = new WebSocket(address)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const complaints: string[] = []
  socket.addEventListener('message', ({ data }) => {
    const message = messageSchema.parse(JSON.parse(String(data)))
    if (message.type === 'event') {
      const entry = complaintSchema.safeParse(message.params)
      if (entry.success) complaints.push(entry.data.text ?? '')
      return
    }
    const answering = waiting.get(message.id ?? -1)
    if (message.type === 'success') answering?.resolve(message.result)
    else answering?.reject(new Error(`${message.error}: ${message.message}`))
  })
  await once(socket, 'open')
  let last = 0
  const call = async <Answer>(method: string, params: object, answer: z.ZodType<Answer>) => {
    last += 1
    const answering = Promise.withResolvers<unknown>()
    waiting.set(last, answering)
    socket.send(JSON.stringify({ id: last, method, params }))
    return answer.parse(await answering.promise)
  }
  return { call, complaints, hangUp: () => socket.close() }
}

type Connection = Awaited<ReturnType<typeof connect>>

function engineOf(
  { call, complaints, hangUp }: Connection,
  first: string,
  stop: () => Promise<void>,
): Engine {
  const any = z.unknown()
  let context = first
  return {
    open: async (url) => {
      await call('browsingContext.navigate', { context, url, wait: 'complete' }, any)
    },
    evaluate: async (expression) => {
      const request = {
        expression: `String(${expression})`,
        target: { context },
        awaitPromise: false,
      }
      return (await call('script.evaluate', request, valueSchema)).result.value
    },
    perform: async (actions) => {
      await call('input.performActions', { context, actions }, any)
    },
    windows: async () => {
      const { contexts } = await call('browsingContext.getTree', { maxDepth: 0 }, treeSchema)
      return contexts.map((window) => window.context)
    },
    switchTo: async (window) => {
      context = window
      await call('browsingContext.activate', { context }, any)
    },
    screenshot: async () => {
      const image = z.object({ data: z.string() })
      const { data } = await call('browsingContext.captureScreenshot', { context }, image)
      return Buffer.from(data, 'base64')
    },
    complaints: () => complaints,
    close: async () => {
      hangUp()
      await stop()
    },
  }
}

/** Starts Firefox without a screen and speaks to it directly: Debian packs no driver for it. */
export async function startFirefox(): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'ourtee-firefox-'))
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const running: RunningProcess[] = []
  const stop = async () => {
    await Promise.all(running.map((service) => service.stop(2000)))
    await rm(profile, { recursive: true, force: true })
  }
  try {
    const command = ['firefox-esr', '--headless', '--no-remote', '--profile', profile]
    command.push('--remote-debugging-port', '0')
    const ready = /^WebDriver BiDi listening on (\S+)$/m
    const env = { ...process.env, TZ: 'Asia/Taipei' }
    const firefox = await startProcess({ name: 'firefox', command, ready, env }, profile, running)
    const connection = await connect(`${ready.exec(firefox.lastOutput())?.[1]}/session`)
    const { call } = connection
    await call('session.new', { capabilities: {} }, z.unknown())
    await call('session.subscribe', { events: ['log.entryAdded'] }, z.unknown())
    const { contexts } = await call('browsingContext.getTree', { maxDepth: 0 }, treeSchema)
    const context = contexts[0]?.context ?? ''
    const viewport = { width: 1280, height: 900 }
    await call('browsingContext.setViewport', { context, viewport }, z.unknown())
    return engineOf(connection, context, stop)
  } catch (error) {
    await stop()
    throw error
  }
}
