import { create } from 'zustand'
import { answers } from './call.ts'

export const useConnection = create(() => ({ online: navigator.onLine }))

const setOnline = (online: boolean) => () => useConnection.setState({ online })

answers.addEventListener('reached', setOnline(true))
answers.addEventListener('unreached', setOnline(false))
window.addEventListener('online', setOnline(true))
window.addEventListener('offline', setOnline(false))
