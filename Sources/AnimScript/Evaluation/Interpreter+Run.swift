extension Interpreter {
  /// Runs the innermost frame until it returns.
  func run() throws(Exception) -> Value {
    let level = stack.level
    while true {
      do throws(Exception) {
        return try runFrames(until: level.depth)
      } catch {
        guard case .thrown = error.reason, stack.unwindToHandler(above: level) else {
          stack.unwind(to: level)
          throw error
        }
        pending.catch()
      }
    }
  }

  /// Runs the loop over instructions. All data that it needs in each turn is in local variables,
  /// which are written back before a call and read again afterwards.
  private func runFrames(until entryFrame: Int) throws(Exception) -> Value {
    let heap = self.heap
    // The host only changes while it evaluates another script.
    let host = self.host
    var frame = stack.frame
    var pc = frame.pointee.pc
    var base = frame.pointee.base
    var environment = frame.pointee.environment
    var function = frame.pointee.function
    var sp = base + Int(function.pointee.localCount)
    if let caught = pending.takeCaught() {
      sp[0] = caught
      sp += 1
    }

    while true {
      let word = pc.pointee
      pc += 1
      let operand = Int(word >> 8)
      assert(sp >= base + Int(function.pointee.localCount))
      assert(sp <= base + Int(function.pointee.localCount + function.pointee.stackSize) - 4)
      let opcode = unsafeBitCast(UInt8(truncatingIfNeeded: word), to: Opcode.self)
      switch opcode {
      // MARK: Constants and the stack
      case .undefined:
        sp[0] = .undefined
        sp += 1
      case .null:
        sp[0] = .null
        sp += 1
      case .true:
        sp[0] = .boolean(true)
        sp += 1
      case .false:
        sp[0] = .boolean(false)
        sp += 1
      case .empty:
        sp[0] = .empty
        sp += 1
      case .integer:
        sp[0] = .number(Double(Int32(bitPattern: word) >> 8))
        sp += 1
      case .number:
        sp[0] = .number(function.pointee.numbers[operand])
        sp += 1
      case .string:
        sp[0] = .string(function.pointee.strings[operand])
        sp += 1
      case .pop: sp -= 1
      case .duplicate:
        sp[0] = sp[-1]
        sp += 1
      case .duplicateTwo:
        sp[0] = sp[-2]
        sp[1] = sp[-1]
        sp += 2
      case .swap:
        let a = sp[-2]
        sp[-2] = sp[-1]
        sp[-1] = a
      case .rotateThree:
        let c = sp[-1]
        sp[-1] = sp[-2]
        sp[-2] = sp[-3]
        sp[-3] = c
      case .rotateFour:
        let d = sp[-1]
        sp[-1] = sp[-2]
        sp[-2] = sp[-3]
        sp[-3] = sp[-4]
        sp[-4] = d

      // MARK: Variables
      case .getLocal:
        sp[0] = base[operand]
        sp += 1
      case .setLocal: base[operand] = sp[-1]
      case .storeLocal:
        sp -= 1
        base[operand] = sp[0]
      case .getLocalChecked:
        guard !base[operand].isEmpty else {
          frame.pointee.pc = pc
          throw uninitialized()
        }
        sp[0] = base[operand]
        sp += 1
      case .setLocalChecked:
        guard !base[operand].isEmpty else {
          frame.pointee.pc = pc
          throw uninitialized()
        }
        base[operand] = sp[-1]
      case .clearLocal: base[operand] = .empty
      case .getOuter:
        sp[0] = outer(environment, operand).pointee.value
        sp += 1
      case .setOuter: outer(environment, operand).pointee.value = sp[-1]
      case .storeOuter:
        sp -= 1
        outer(environment, operand).pointee.value = sp[0]
      case .getOuterChecked:
        let value = outer(environment, operand).pointee.value
        guard !value.isEmpty else {
          frame.pointee.pc = pc
          throw uninitialized()
        }
        sp[0] = value
        sp += 1
      case .setOuterChecked:
        let cell = outer(environment, operand)
        guard cell.pointee.tag != .empty else {
          frame.pointee.pc = pc
          throw uninitialized()
        }
        cell.pointee.value = sp[-1]
      case .getGlobal:
        let value = globals[operand]
        if !value.isEmpty {
          sp[0] = value
        } else {
          frame.pointee.pc = pc
          let name = function.pointee.program._withUnsafeGuaranteedRef { $0.globalNames[operand] }
          guard let found = try global(name, slot: operand) else { throw undefinedName(name) }
          sp[0] = found
        }
        sp += 1
      case .name:
        frame.pointee.pc = pc
        sp = try runName(grouped(operand), operand >> 6, frame, sp)
      case .pushEnvironment:
        let size = operand
        let index = try heap.allocate(size + 1)
        let cells = heap.cell(index)
        cells[0] = Heap.Cell(
          payload: UInt64(environment), tag: .number, attributes: [], key: UInt32(size))
        for slot in 1...size {
          cells[slot] = Heap.Cell(payload: 0, tag: .empty, attributes: [], key: 0)
        }
        environment = index
      case .popEnvironment:
        environment = UInt32(truncatingIfNeeded: heap.cell(environment).pointee.payload)
      case .copyEnvironment:
        let size = Int(heap.cell(environment).pointee.key)
        let index = try heap.allocate(size + 1)
        heap.cell(index).update(from: heap.cell(environment), count: size + 1)
        environment = index

      // MARK: Properties
      case .getMember:
        frame.pointee.pc = pc
        let name = function.pointee.strings[operand]
        sp[-1] = try getMember(sp[-1], name)
      case .getMemberKeeping:
        frame.pointee.pc = pc
        let name = function.pointee.strings[operand]
        sp[0] = try getMember(sp[-1], name)
        sp += 1
      case .getMethod:
        frame.pointee.pc = pc
        sp[0] = sp[-1]
        sp[-1] = try getMember(sp[0], function.pointee.strings[operand])
        sp += 1
      case .setMember:
        frame.pointee.pc = pc
        let key = try heap.key(function.pointee.strings[operand])
        sp -= 1
        let value = sp[0]
        try set(sp[-1], key, value, isStrict: function.pointee.isStrict)
        sp[-1] = value
      case .literal:
        frame.pointee.pc = pc
        sp = try runLiteral(grouped(operand), operand >> 6, frame, sp)
      case .getIndex:
        sp -= 1
        if let value = fastElement(sp[-1], sp[0]) {
          sp[-1] = value
        } else {
          frame.pointee.pc = pc
          sp[-1] = try getIndex(sp[-1], sp[0])
        }
      case .getIndexKeeping:
        frame.pointee.pc = pc
        try requireObject(sp[-2])
        sp[-1] = try toKeyValue(sp[-1])
        sp[0] = try getIndex(sp[-2], sp[-1])
        sp += 1
      case .getIndexMethod:
        frame.pointee.pc = pc
        let receiver = sp[-2]
        sp[-2] = try getIndex(receiver, sp[-1])
        sp[-1] = receiver
      case .setIndex:
        sp -= 2
        let value = sp[1]
        if !setFastElement(sp[-1], sp[0], value) {
          frame.pointee.pc = pc
          try setIndex(sp[-1], sp[0], value, isStrict: function.pointee.isStrict)
        }
        sp[-1] = value
      case .newArray:
        sp -= operand
        sp[0] = .object(try heap.newArray(sp, operand, prototype: realm.array))
        sp += 1

      // MARK: Operators
      case .add:
        sp -= 1
        if sp[-1].isNumber, sp[0].isNumber {
          sp[-1] = .number(sp[-1].number + sp[0].number)
        } else {
          frame.pointee.pc = pc
          sp[-1] = try add(sp[-1], sp[0])
        }
      case .subtract:
        sp -= 1
        if sp[-1].isNumber, sp[0].isNumber {
          sp[-1] = .number(sp[-1].number - sp[0].number)
        } else {
          frame.pointee.pc = pc
          let a = try toNumber(sp[-1])
          sp[-1] = .number(a - (try toNumber(sp[0])))
        }
      case .multiply:
        sp -= 1
        if sp[-1].isNumber, sp[0].isNumber {
          sp[-1] = .number(sp[-1].number * sp[0].number)
        } else {
          frame.pointee.pc = pc
          let a = try toNumber(sp[-1])
          sp[-1] = .number(a * (try toNumber(sp[0])))
        }
      case .divide:
        sp -= 1
        if sp[-1].isNumber, sp[0].isNumber {
          sp[-1] = .number(sp[-1].number / sp[0].number)
        } else {
          frame.pointee.pc = pc
          let a = try toNumber(sp[-1])
          sp[-1] = .number(a / (try toNumber(sp[0])))
        }
      case .arithmetic:
        frame.pointee.pc = pc
        sp = try runArithmetic(grouped(operand), sp)
      case .equal:
        sp -= 1
        frame.pointee.pc = pc
        sp[-1] = .boolean(try isEqual(sp[-1], sp[0]))
      case .notEqual:
        sp -= 1
        frame.pointee.pc = pc
        sp[-1] = .boolean(!(try isEqual(sp[-1], sp[0])))
      case .strictEqual:
        sp -= 1
        sp[-1] = .boolean(try isStrictlyEqual(sp[-1], sp[0]))
      case .strictNotEqual:
        sp -= 1
        sp[-1] = .boolean(!(try isStrictlyEqual(sp[-1], sp[0])))
      case .less:
        sp -= 1
        frame.pointee.pc = pc
        sp[-1] = .boolean(try isLess(sp[-1], sp[0], leftFirst: true) == .true)
      case .greater:
        sp -= 1
        frame.pointee.pc = pc
        sp[-1] = .boolean(try isLess(sp[0], sp[-1], leftFirst: false) == .true)
      case .lessEqual:
        sp -= 1
        frame.pointee.pc = pc
        sp[-1] = .boolean(try isLess(sp[0], sp[-1], leftFirst: false) == .false)
      case .greaterEqual:
        sp -= 1
        frame.pointee.pc = pc
        sp[-1] = .boolean(try isLess(sp[-1], sp[0], leftFirst: true) == .false)
      case .minus:
        frame.pointee.pc = pc
        sp[-1] = .number(-(try toNumber(sp[-1])))
      case .not: sp[-1] = .boolean(!toBoolean(sp[-1]))
      case .incrementLocal:
        if base[operand].isNumber {
          base[operand] = .number(base[operand].number + 1)
        } else {
          frame.pointee.pc = pc
          base[operand] = .number(try toNumber(base[operand]) + 1)
        }
      case .decrementLocal:
        if base[operand].isNumber {
          base[operand] = .number(base[operand].number - 1)
        } else {
          frame.pointee.pc = pc
          base[operand] = .number(try toNumber(base[operand]) - 1)
        }

      // MARK: Jumps
      case .jump: pc = function.pointee.code + operand
      case .jumpIfFalse:
        sp -= 1
        if !toBoolean(sp[0]) { pc = function.pointee.code + operand }
      case .jumpIfTrue:
        sp -= 1
        if toBoolean(sp[0]) { pc = function.pointee.code + operand }
      case .jumpIfFalseKeeping:
        if toBoolean(sp[-1]) { sp -= 1 } else { pc = function.pointee.code + operand }
      case .jumpIfTrueKeeping:
        if toBoolean(sp[-1]) { pc = function.pointee.code + operand } else { sp -= 1 }
      case .jumpIfPresentKeeping:
        if sp[-1].isNullish { sp -= 1 } else { pc = function.pointee.code + operand }
      case .jumpIfDefinedKeeping:
        if sp[-1].isUndefined { sp -= 1 } else { pc = function.pointee.code + operand }
      case .jumpIfAbsent:
        if sp[-1].isNullish {
          sp[-1] = .undefined
          pc = function.pointee.code + operand
        }
      case .loop:
        try budget.take(Int(pc.pointee))
        pc = function.pointee.code + operand
      case .jumpUnlessLess:
        sp -= 2
        if sp[0].isNumber, sp[1].isNumber {
          if !(sp[0].number < sp[1].number) { pc = function.pointee.code + operand }
        } else {
          frame.pointee.pc = pc
          if try isLess(sp[0], sp[1], leftFirst: true) != .true {
            pc = function.pointee.code + operand
          }
        }
      case .jumpUnlessGreater:
        sp -= 2
        if sp[0].isNumber, sp[1].isNumber {
          if !(sp[0].number > sp[1].number) { pc = function.pointee.code + operand }
        } else {
          frame.pointee.pc = pc
          if try isLess(sp[1], sp[0], leftFirst: false) != .true {
            pc = function.pointee.code + operand
          }
        }
      case .jumpUnlessLessEqual:
        sp -= 2
        if sp[0].isNumber, sp[1].isNumber {
          if !(sp[0].number <= sp[1].number) { pc = function.pointee.code + operand }
        } else {
          frame.pointee.pc = pc
          if try isLess(sp[1], sp[0], leftFirst: false) != .false {
            pc = function.pointee.code + operand
          }
        }
      case .jumpUnlessGreaterEqual:
        sp -= 2
        if sp[0].isNumber, sp[1].isNumber {
          if !(sp[0].number >= sp[1].number) { pc = function.pointee.code + operand }
        } else {
          frame.pointee.pc = pc
          if try isLess(sp[0], sp[1], leftFirst: true) != .false {
            pc = function.pointee.code + operand
          }
        }
      case .jumpUnlessEqual:
        sp -= 2
        frame.pointee.pc = pc
        if !(try isEqual(sp[0], sp[1])) { pc = function.pointee.code + operand }
      case .jumpUnlessNotEqual:
        sp -= 2
        frame.pointee.pc = pc
        if try isEqual(sp[0], sp[1]) { pc = function.pointee.code + operand }
      case .jumpUnlessStrictEqual:
        sp -= 2
        if !(try isStrictlyEqual(sp[0], sp[1])) { pc = function.pointee.code + operand }
      case .jumpUnlessStrictNotEqual:
        sp -= 2
        if try isStrictlyEqual(sp[0], sp[1]) { pc = function.pointee.code + operand }

      // MARK: Functions
      case .closure:
        sp[0] = try newClosure(function.pointee.functions[operand], environment)
        sp += 1
      case .call, .callSpread, .callEval:
        var count = operand
        if opcode == .callSpread {
          frame.pointee.pc = pc
          sp -= 1
          count = try spreadOnStack(sp[0], to: sp)
          sp += count
        }
        let arguments = sp - count
        let callee = arguments[-2]
        frame.pointee.pc = pc
        if opcode == .callEval {
          let site = Int(pc.pointee)
          pc += 1
          frame.pointee.pc = pc
          if callee.isObject, callee.id == realm.eval {
            frame.pointee.environment = environment
            arguments[-2] = try evaluateText(
              count > 0 ? arguments[0] : .undefined, site: site, this: arguments[-1])
            sp = arguments - 1
            continue
          }
          arguments[-1] = .undefined
        }
        guard callee.isObject, heap.object(callee).pointee.kind == .function else {
          arguments[-2] =
            callee.tag == .host
            ? try callHost(callee, host, this: arguments[-1], Arguments(arguments, count))
            : try callForeign(callee, this: arguments[-1], Arguments(arguments, count))
          sp = arguments - 1
          continue
        }
        let object = heap.object(callee)
        let code = code(of: object)
        frame.pointee.environment = environment
        try pushFrame(
          code, base: arguments, count: count, callee: callee.id,
          this: try receiver(arguments[-1], of: code), constructed: 0,
          environment: object.pointee.a)
        frame = stack.frame
        pc = frame.pointee.pc
        base = arguments
        environment = frame.pointee.environment
        function = code
        sp = base + Int(function.pointee.localCount)

      case .new, .newSpread:
        frame.pointee.pc = pc
        var count = operand
        if opcode == .newSpread {
          sp -= 1
          count = try spreadOnStack(sp[0], to: sp)
          sp += count
        }
        let arguments = sp - count
        let callee = arguments[-2]
        if callee.isObject, heap.object(callee).pointee.kind == .function {
          let object = heap.object(callee)
          let code = code(of: object)
          guard code.pointee.isConstructor else {
            throw typeError("\(text(of: code.pointee.name)) is not a constructor")
          }
          let this = try newObject(for: callee)
          frame.pointee.environment = environment
          try pushFrame(
            code, base: arguments, count: count, callee: callee.id, this: .object(this),
            constructed: this, environment: object.pointee.a)
          frame = stack.frame
          pc = frame.pointee.pc
          base = arguments
          environment = frame.pointee.environment
          function = code
          sp = base + Int(function.pointee.localCount)
        } else {
          arguments[-2] = try construct(
            callee, Array(UnsafeBufferPointer(start: arguments, count: count)))
          sp = arguments - 1
        }
      case .return:
        var result = sp[-1]
        if frame.pointee.constructed != 0, !result.isAnyObject {
          result = .object(frame.pointee.constructed)
        }
        stack.pop()
        if stack.depth == entryFrame { return result }
        sp = base - 1
        sp[-1] = result
        frame = stack.frame
        pc = frame.pointee.pc
        base = frame.pointee.base
        environment = frame.pointee.environment
        function = frame.pointee.function
        stack.settle()
      case .throw:
        frame.pointee.pc = pc
        throw throwing(sp[-1])
      case .this:
        // The global object is only created if it is needed.
        if frame.pointee.this.isEmpty { frame.pointee.this = try globalThis() }
        sp[0] = frame.pointee.this
        sp += 1
      case .passThis:
        sp[0] = frame.pointee.this
        sp += 1
      case .callee:
        sp[0] = .object(frame.pointee.callee)
        sp += 1
      case .newTarget:
        sp[0] = frame.pointee.constructed != 0 ? .object(frame.pointee.callee) : .undefined
        sp += 1
      case .arguments:
        sp[0] = try newArguments(frame)
        sp += 1
      case .restArray:
        sp[0] = try restArray(frame, from: operand)
        sp += 1

      // MARK: Exceptions and iteration
      case .pushHandler:
        stack.pushHandler(function.pointee.code + operand, environment: environment)
      case .popHandler: stack.popHandler()
      case .iteration:
        frame.pointee.pc = pc
        sp = try runIteration(grouped(operand), operand >> 6, frame, sp)
        pc = frame.pointee.pc
      }
    }
  }

  /// Returns the operation of a group that an operand contains.
  @inline(__always)
  private func grouped<Operation: RawRepresentable<UInt8>>(_ operand: Int) -> Operation {
    unsafeBitCast(UInt8(truncatingIfNeeded: operand) & 0x3F, to: Operation.self)
  }

  /// Returns the variable with these hops and this slot.
  @inline(__always)
  private func outer(_ environment: UInt32, _ operand: Int) -> UnsafeMutablePointer<Heap.Cell> {
    var current = environment
    var hops = operand >> 16
    while hops > 0 {
      current = UInt32(truncatingIfNeeded: heap.cell(current).pointee.payload)
      hops -= 1
    }
    return heap.cell(current) + (operand & 0xFFFF) + 1
  }

  private func uninitialized() -> Exception {
    referenceError("the variable is not initialised yet")
  }
}
