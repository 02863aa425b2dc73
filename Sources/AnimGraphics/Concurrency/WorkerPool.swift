// Only Linux has been tested. On other platforms, no thread is started, and a ``WorkerPool`` works
// on the caller's thread.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Work in parts that can run at the same time.
package protocol ParallelWork: AnyObject {
  /// Performs one part. Parts that run at the same time have different numbers, as do the workers
  /// that run them.
  func run(part: Int, worker: Int)
}

#if os(Linux)
  /// Threads that wait for work, and share it with the thread that submits it.
  ///
  /// The threads are started when there is work for the first time. They block all signals, so that
  /// the program's own threads receive them. Each side has its own condition, so that each piece of
  /// work wakes a thread only once.
  package final class WorkerPool {
    /// The number of threads that work, including the caller's.
    let workers: Int
    private let shared: UnsafeMutablePointer<Shared>
    private var threads: [pthread_t] = []

    package init(workers: Int) {
      self.workers = max(1, workers)
      shared = .allocate(capacity: 1)
      shared.initialize(to: Shared())
      pthread_mutex_init(&shared.pointee.mutex, nil)
      pthread_cond_init(&shared.pointee.wake, nil)
      pthread_cond_init(&shared.pointee.done, nil)
    }

    deinit {
      pthread_mutex_lock(&shared.pointee.mutex)
      shared.pointee.isStopping = true
      pthread_cond_broadcast(&shared.pointee.wake)
      pthread_mutex_unlock(&shared.pointee.mutex)
      for thread in threads { pthread_join(thread, nil) }
      pthread_cond_destroy(&shared.pointee.done)
      pthread_cond_destroy(&shared.pointee.wake)
      pthread_mutex_destroy(&shared.pointee.mutex)
      shared.deinitialize(count: 1)
      shared.deallocate()
    }

    /// Runs all parts of a piece of work, and returns when the last part is complete.
    package func run(_ work: some ParallelWork, parts: Int) {
      guard parts > 1, workers > 1 else {
        for part in 0..<max(0, parts) { work.run(part: part, worker: 0) }
        return
      }
      begin(work, parts: parts)
      finish()
    }

    /// Starts a piece of work on the other threads. The caller must keep it alive until it has
    /// called ``finish()``, and may do something else before.
    package func begin(_ work: some ParallelWork, parts: Int) {
      if threads.isEmpty, workers > 1 { startThreads() }
      pthread_mutex_lock(&shared.pointee.mutex)
      shared.pointee.work = work
      shared.pointee.next = 0
      shared.pointee.parts = parts
      shared.pointee.unfinished = parts
      pthread_cond_broadcast(&shared.pointee.wake)
      pthread_mutex_unlock(&shared.pointee.mutex)
    }

    /// Runs the parts that no other thread has started, and returns when the last part is complete.
    package func finish() {
      pthread_mutex_lock(&shared.pointee.mutex)
      Self.takeParts(shared, worker: 0)
      while shared.pointee.unfinished > 0 {
        pthread_cond_wait(&shared.pointee.done, &shared.pointee.mutex)
      }
      shared.pointee.work = nil
      pthread_mutex_unlock(&shared.pointee.mutex)
    }

    private func startThreads() {
      var all = sigset_t()
      var before = sigset_t()
      sigfillset(&all)
      // A thread inherits the signal mask of its creator.
      pthread_sigmask(SIG_SETMASK, &all, &before)
      for _ in 1..<workers {
        var thread = pthread_t()
        // The shared state stays alive until the threads are joined.
        let code = pthread_create(
          &thread, nil,
          { argument in
            if let argument { WorkerPool.work(argument.assumingMemoryBound(to: Shared.self)) }
            return nil
          }, shared)
        // If the system refuses to start more threads, fewer do the work.
        guard code == 0 else { break }
        threads.append(thread)
      }
      pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// The state that the threads share. Except for the synchronisation objects, the mutex guards
    /// all of it.
    private struct Shared {
      var mutex = pthread_mutex_t()
      var wake = pthread_cond_t()
      var done = pthread_cond_t()
      unowned(unsafe) var work: (any ParallelWork)?
      /// The next part to do, the number of parts, and the number not done yet.
      var next = 0
      var parts = 0
      var unfinished = 0
      /// The number of threads that are running; each takes it as its own number.
      var started = 0
      var isStopping = false
    }

    /// Runs the main loop of a thread.
    private static func work(_ shared: UnsafeMutablePointer<Shared>) {
      pthread_mutex_lock(&shared.pointee.mutex)
      shared.pointee.started += 1
      let worker = shared.pointee.started
      while !shared.pointee.isStopping {
        takeParts(shared, worker: worker)
        pthread_cond_wait(&shared.pointee.wake, &shared.pointee.mutex)
      }
      pthread_mutex_unlock(&shared.pointee.mutex)
    }

    /// Does parts while there are any. The mutex is held on entry and on return, but not while a
    /// part runs.
    private static func takeParts(_ shared: UnsafeMutablePointer<Shared>, worker: Int) {
      while shared.pointee.next < shared.pointee.parts, let work = shared.pointee.work {
        let part = shared.pointee.next
        shared.pointee.next += 1
        pthread_mutex_unlock(&shared.pointee.mutex)
        work.run(part: part, worker: worker)
        pthread_mutex_lock(&shared.pointee.mutex)
        shared.pointee.unfinished -= 1
        if shared.pointee.unfinished == 0 { pthread_cond_signal(&shared.pointee.done) }
      }
    }
  }

  /// Returns the number of processors that are online, at least one.
  package func availableProcessors() -> Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
#else
  /// A pool of threads. On platforms where threads aren't tested, the caller does all the work.
  package final class WorkerPool {
    let workers = 1
    private var work: (any ParallelWork)?
    private var parts = 0

    package init(workers: Int) {}

    package func run(_ work: some ParallelWork, parts: Int) {
      for part in 0..<max(0, parts) { work.run(part: part, worker: 0) }
    }

    package func begin(_ work: some ParallelWork, parts: Int) {
      (self.work, self.parts) = (work, parts)
    }

    package func finish() {
      for part in 0..<parts { work?.run(part: part, worker: 0) }
      (work, parts) = (nil, 0)
    }
  }

  package func availableProcessors() -> Int { 1 }
#endif
