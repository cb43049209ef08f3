import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openCertificate } from './certificate.ts'

const directory = mkdtempSync(join(tmpdir(), 'paypal-certificate-'))
after(() => rmSync(directory, { recursive: true }))

test('the certificate is an X.509 of RSA 2048, in date, signed by itself, and no authority', () => {
  const { pem, privateKey } = openCertificate(directory)
  const certificate = new X509Certificate(pem)
  assert.equal(certificate.verify(certificate.publicKey), true)
  assert.equal(certificate.checkPrivateKey(privateKey), true)
  assert.equal(certificate.publicKey.asymmetricKeyDetails?.modulusLength, 2048)
  assert.ok(certificate.validFromDate.getTime() < Date.now())
  assert.ok(certificate.validToDate.getTime() - Date.now() > 9 * 365 * 86_400_000)
  assert.equal(certificate.ca, false)
})

test('the same folder gives the same certificate, under the same id', () => {
  const [one, two] = [openCertificate(directory), openCertificate(directory)]
  assert.deepEqual([one.id, one.pem], [two.id, two.pem])
  assert.match(one.id, /^CERT-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}$/)
})
