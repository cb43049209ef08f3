import { fileURLToPath } from 'node:url'

const ADDRESS = /file:\/\/\/[^\s)]+/g
const FRAME_OF_NODE = /^ +at .*\(?node:.*\n/gm

/** The text of a failure with paths that a terminal opens, and without Node's own frames. */
export function readableFailure(text: string): string {
  return text.replaceAll(FRAME_OF_NODE, '').replaceAll(ADDRESS, (address) => {
    const [, file = address, place = ''] = /^(.*?)((?::\d+)*)$/.exec(address) ?? []
    return URL.canParse(file) ? fileURLToPath(file) + place : address
  })
}
