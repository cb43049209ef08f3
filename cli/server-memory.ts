/** What Node keeps of JavaScript's objects, in MiB; with code and buffers the server then holds some 500. */
const HEAP = 384

/**
 * The environment of a server whose memory stays bounded: on a machine with much of it, Node would let garbage grow past
 * half a gibibyte. A limit that the environment sets already is kept.
 */
export function withBoundedHeap(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: options = '' } = env
  if (options.includes('--max-old-space-size')) return env
  return { ...env, NODE_OPTIONS: `${options} --max-old-space-size=${HEAP}`.trim() }
}
