import getPort, { portNumbers } from 'get-port'

/** The first port from `wanted` on that is free on this machine; says so when it is not the wanted one. Nobody here is given the same port for the next seconds. */
export async function freePort(name: string, wanted: number): Promise<number> {
  const port = await getPort({ port: portNumbers(wanted, wanted + 199) })
  if (port !== wanted) console.log(`Port ${wanted} is taken: ${name} uses ${port}.`)
  return port
}
