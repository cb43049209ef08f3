import { startServer, openDatabase } from './firestore/started-server.ts'
const s = await startServer('/tmp/fs/listen')
const db = openDatabase({after(){}} as any, s.address)
const { setLogFunction } = await import('@google-cloud/firestore')
setLogFunction(m=>console.log(m))
db.doc('a/b').onSnapshot(()=>{}, e=>console.log('ERR',e))
setTimeout(async()=>{console.log(await s.stop('SIGTERM'));process.exit()},3000)
