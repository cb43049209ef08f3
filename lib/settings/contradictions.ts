import { isLoopback } from './loopback.ts'

/** The settings between which a contradiction is looked for, without those that are wrong by themselves. */
type ComparedSettings = {
  readonly mode: 'local' | 'production'
  readonly NEXT_PUBLIC_SITE_URL?: string | undefined
  readonly FIREBASE_AUTH_DOMAIN?: string | undefined
  readonly SESSION_COOKIE?: string | undefined
  readonly FIREBASE_CLIENT_EMAIL?: string | undefined
  readonly FIREBASE_PRIVATE_KEY?: string | undefined
  readonly GOOGLE_APPLICATION_CREDENTIALS?: string | undefined
  readonly PAYPAL_ENVIRONMENT?: string | undefined
  readonly LINE_PAY_CHANNEL_ID?: string | undefined
  readonly LINE_PAY_CHANNEL_SECRET?: string | undefined
  readonly LINE_PAY_API_BASE?: string | undefined
  readonly SWEEP_SECRET?: string | undefined
  readonly SWEEP_SECRET_PREVIOUS?: string | undefined
  readonly SMTP_URL?: string | undefined
  readonly MAIL_FROM?: string | undefined
  readonly MAIL_PROVIDER?: string | undefined
  readonly OWNER_EMAIL?: string | undefined
}

function inCredentials(settings: ComparedSettings): string | undefined {
  const { FIREBASE_CLIENT_EMAIL: email, FIREBASE_PRIVATE_KEY: key } = settings
  if (key && !email) {
    return 'Set FIREBASE_CLIENT_EMAIL: client_email of the service account that FIREBASE_PRIVATE_KEY belongs to, from the same file.'
  }
  if (email && !key) {
    return 'Set FIREBASE_PRIVATE_KEY: private_key of the service account in FIREBASE_CLIENT_EMAIL, from the same file.'
  }
  if (key && settings.GOOGLE_APPLICATION_CREDENTIALS) {
    return 'Unset GOOGLE_APPLICATION_CREDENTIALS: FIREBASE_PRIVATE_KEY is set too, and only one service account can be used.'
  }
  return undefined
}

function inAddresses(settings: ComparedSettings): string | undefined {
  const { NEXT_PUBLIC_SITE_URL: site, FIREBASE_AUTH_DOMAIN: domain } = settings
  if (site === undefined) return undefined
  const { protocol, host } = new URL(site)
  if (protocol !== 'https:') {
    return `Set NEXT_PUBLIC_SITE_URL to an https address: browsers keep no session cookie for ${site}.`
  }
  if (domain !== undefined && domain !== host) {
    return `Set FIREBASE_AUTH_DOMAIN to ${host}, the host of NEXT_PUBLIC_SITE_URL: browsers block sign-in windows from ${domain}.`
  }
  return undefined
}

function inMoney({ PAYPAL_ENVIRONMENT }: ComparedSettings): string | undefined {
  return PAYPAL_ENVIRONMENT === 'live'
    ? 'Set PAYPAL_ENVIRONMENT to sandbox: a local project takes no real money.'
    : undefined
}

// LINE Pay is offered where both its settings are there; a laptop's goes to a stand-in, a shop's never.
function inLinePay(settings: ComparedSettings): string | undefined {
  const { mode, LINE_PAY_CHANNEL_ID: id, LINE_PAY_CHANNEL_SECRET: secret } = settings
  const { LINE_PAY_API_BASE: base } = settings
  if (id && !secret) return 'Set LINE_PAY_CHANNEL_SECRET: the secret of LINE_PAY_CHANNEL_ID.'
  if (secret && !id) return 'Set LINE_PAY_CHANNEL_ID: the channel of LINE_PAY_CHANNEL_SECRET.'
  const isHere = base !== undefined && isLoopback(base)
  if (mode === 'production' && isHere) {
    return 'Unset LINE_PAY_API_BASE: a real project takes no stand-in.'
  }
  if (settings.PAYPAL_ENVIRONMENT === 'live' && base?.includes('//sandbox-'))
    return 'Unset LINE_PAY_API_BASE: PAYPAL_ENVIRONMENT is live, and whoever paid by LINE Pay’s sandbox would have paid nothing.'
  return mode === 'local' && id && !isHere
    ? 'Set LINE_PAY_API_BASE to an address of this machine such as http://127.0.0.1:4030: a local project takes no real money.'
    : undefined
}

// `npm run local` has one that everybody can read.
function inSweep({
  SWEEP_SECRET: secret,
  SWEEP_SECRET_PREVIOUS: previous,
  mode,
}: ComparedSettings) {
  if (mode === 'production' && [secret, previous].some((one) => one?.startsWith('demo-')))
    return 'Set SWEEP_SECRET to random characters, as `openssl rand -base64 32` prints: that of a laptop is published with the code.'
  return secret !== undefined && secret === previous
    ? 'Unset SWEEP_SECRET_PREVIOUS: it is SWEEP_SECRET, so nothing was replaced.'
    : undefined
}

// Local mails stay local; a shop never uses a stand-in.
function inMailServer({ mode, SMTP_URL: smtp }: ComparedSettings): string | undefined {
  if (smtp === undefined || smtp === 'none') return undefined
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(smtp).hostname)
  if (mode === 'local' && !isHere) {
    return 'Set SMTP_URL to an address of this machine: a local project sends mails to nobody.'
  }
  return mode === 'production' && isHere
    ? "Set SMTP_URL to your provider's mail server: a real project takes no stand-in."
    : undefined
}

function inMailAddresses(settings: ComparedSettings): readonly string[] {
  const { mode, SMTP_URL: smtp, MAIL_FROM, MAIL_PROVIDER, OWNER_EMAIL } = settings
  if (smtp === undefined || smtp === 'none') return []
  return [
    ...(MAIL_FROM ? [] : ['Set MAIL_FROM: the address from which mails come.']),
    ...(OWNER_EMAIL ? [] : ["Set OWNER_EMAIL: the address to which the owner's notices go."]),
    ...(MAIL_PROVIDER || mode === 'local'
      ? []
      : ['Set MAIL_PROVIDER: who sends the mails, as the privacy policy must name it.']),
  ]
}

function inCookie({ NEXT_PUBLIC_SITE_URL: site, SESSION_COOKIE: name }: ComparedSettings) {
  return name?.startsWith('__Host-') && site?.startsWith('http:')
    ? `Unset SESSION_COOKIE: browsers keep a cookie named ${name} over https alone, not at ${site}.`
    : undefined
}

/** A sentence about each two settings that exclude each other, or need each other; none when all agree. */
export function contradictions(settings: ComparedSettings): readonly string[] {
  const found =
    settings.mode === 'production'
      ? [inCredentials(settings), inAddresses(settings)]
      : [inMoney(settings)]
  const all = [
    ...found,
    inCookie(settings),
    inLinePay(settings),
    inSweep(settings),
    inMailServer(settings),
    ...inMailAddresses(settings),
  ]
  return all.filter((sentence) => sentence !== undefined)
}
