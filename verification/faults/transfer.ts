import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { PROJECT } from '../../local/environment.ts'

const TRANSFER = join(import.meta.dirname, '..', '..', 'packages', 'firestore', 'transfer.ts')

/** `node packages/firestore/transfer.ts export|import`, as documented. */
export async function transfer(
  command: 'export' | 'import',
  address: string,
  input = '',
): Promise<string> {
  const words = [TRANSFER, command, '--address', address, '--project', PROJECT]
  const child = spawn(process.execPath, words)
  child.stdin.end(input)
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  assert.equal(errors, '')
  return output
}
