import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  X509Certificate,
  type KeyObject,
} from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Just enough of DER (ITU-T X.690) for a self-signed certificate: Node reads X.509 but writes none.
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  if (content.length < 128) return Buffer.concat([Buffer.from([tag, content.length]), content])
  const digits = content.length.toString(16)
  const length = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, content])
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)
const set = (...parts: readonly Uint8Array[]): Buffer => der(0x31, ...parts)
const octets = (...parts: readonly Uint8Array[]): Buffer => der(0x04, ...parts)
const bits = (unused: number, content: Uint8Array): Buffer =>
  der(0x03, Buffer.from([unused]), content)
const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text))
const yes = der(0x01, Buffer.from([0xff]))
const none = der(0x05)

function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [first * 40 + second]
  for (const arc of rest) {
    const groups = [arc & 0x7f]
    for (let left = arc >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80)
    bytes.push(...groups)
  }
  return der(0x06, Buffer.from(bytes))
}

// GeneralizedTime reaches beyond 2049, where UTCTime ends; RFC 5280 wants UTCTime before that.
function time(at: Date): Buffer {
  const digits = at.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return at.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(digits.slice(2)))
    : der(0x18, Buffer.from(digits))
}

const sha256WithRsa = sequence(identifier('1.2.840.113549.1.1.11'), none)

function extension(dotted: string, value: Buffer): Buffer {
  return sequence(identifier(dotted), yes, octets(value))
}

function selfSigned(publicKey: KeyObject, privateKey: KeyObject, from: Date): string {
  const until = new Date(from)
  until.setUTCFullYear(from.getUTCFullYear() + 10)
  const name = sequence(
    set(sequence(identifier('2.5.4.3'), utf8('PayPal stand-in, webhook signatures'))),
  )
  const extensions = sequence(
    extension('2.5.29.19', sequence()),
    extension('2.5.29.15', bits(7, Buffer.from([0x80]))),
  )
  // A serial number is positive, so its first bit has to be clear and its first byte not zero.
  const serial = Buffer.concat([Buffer.from([0x4f]), randomBytes(15)])
  const unsigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    sha256WithRsa,
    name,
    sequence(time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const whole = sequence(unsigned, sha256WithRsa, bits(0, sign('sha256', unsigned, privateKey)))
  const lines = whole.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}

/** What webhooks are signed with, and the certificate by which a receiver checks it. */
export type SigningCertificate = { id: string; pem: string; privateKey: KeyObject }

function writeWhole(path: string, content: string): void {
  writeFileSync(`${path}.new`, content, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** The signing key and certificate of this folder, made at the first start and kept; valid for ten years. */
export function openCertificate(directory: string): SigningCertificate {
  const path = join(directory, 'webhook-certificate.pem')
  if (!existsSync(path)) {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    // A day of grace for a receiver whose clock is behind.
    const from = new Date(Date.now() - 86_400_000)
    writeWhole(path, `${selfSigned(publicKey, privateKey, from)}${key}`)
  }
  const stored = readFileSync(path, 'utf8')
  const end = '-----END CERTIFICATE-----\n'
  const pem = stored.slice(0, stored.indexOf(end) + end.length)
  const hex = createHash('sha256').update(new X509Certificate(pem).raw).digest('hex')
  const id = `CERT-${hex.slice(0, 8)}-${hex.slice(8, 16)}-${hex.slice(16, 24)}`
  return { id, pem, privateKey: createPrivateKey(stored.slice(pem.length)) }
}
